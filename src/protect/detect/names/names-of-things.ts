// Given names that other things have as well: programs and products, works, storms and code names, words and places.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";
import { WORDS_AND_PLACES } from "./lists/latin-names.ts";

/** In the data of those who work with computers, these are hardly ever people. */
const THINGS = nameSet(
  "ada alexa apollo artemis sofia aria ariel ash aspen athena atlas aurora austin avro bixby calypso cassandra celeste claude clio cortana cyrus dakota delphi delta django echo eden electra ember enzo eos gaia galen gatsby gemini georgia hadoop helm hera hermes homer hopper hugo ibis icarus iris isis jasmine jasper jekyll jenkins jersey jessie jordan julia juno katalon keycloak kibana kona kylin " +
    "lilith lima lottie lucene luna magento mars maven mercedes mercury merlin mesa minerva mistral mona nagios nemo nestor nova nyx odin omega opal orion otto pandora paris pascal perl phoenix pixie porsche portia python raven rocky roslyn ruby sage sakura salem sierra siri sonata sora tesla thor titan tomcat troy ursa vega verona vesta victoria vienna virginia watson zeus " +
    "silvester savannah montgomery charlotte paxton alexandria kingston chelsea bernardino santiago adelaide florence hans",
);
const TOO = nameSet(WORDS_AND_PLACES);

export function isThingToo(name: string): boolean {
  return THINGS.has(fold(name));
}

/** No word of English, no frequent word elsewhere and no place. */
export function isNothingElse(name: string): boolean {
  return !TOO.has(fold(name));
}
