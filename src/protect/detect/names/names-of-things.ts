// Given names that other things have as well: programs and products, works, storms and code names, words and places.

import { nameSet } from "../field-name.ts";
import { fold } from "./fold.ts";
import { WORDS_AND_PLACES } from "./lists/latin-names.ts";

/** In the data of those who work with computers, these are hardly ever people. */
const THINGS = nameSet(
  "ada agnes alexa alma amber amelia angular apollo aria ariel arthas ash aspen athena atlas aurora austin avro bella bixby bonsai boris brandon calypso carmen carmel cassandra celeste chloe clara claude clio cora cortana crystal cyrus dakota daphne dart delphi delta desiree diana django dora druid echo eden electra elsa ember " +
    "enzo eos eve faye felix ferris fiona flora freya gaia galen gatsby gemini georgia grace hadoop hannibal harbor hazel helena helm hermes hera homer hopper hugo ibis icarus iris isis ivy jade jasmine jasper jekyll jenkins jersey jessie jonas joomla jordan jules julia juno karma katalon keycloak kibana kiera kira kona kylin lana lara leia lena leo lexi lilith lima lisa logan " +
    "lottie lucene lucia luna lydia maia magento maria marina mars maven maya melissa mercedes mercury merlin mesa mia milo minerva mira miranda mistral mona monty nagios nemo nestor nova nyx odin olive olympia omega opal ophelia orion oscar otto pandora paris pascal penelope perl petra phoebe phoenix pixie porsche portia python raven rex rhea riley rocky rocket roslyn ruby sage sakura salem sandy sara sasha selene sheba sidney sierra siri skylar sofia sonata sora stella sybil tara tess tesla thor titan toby tomcat troy ursa vega velma venus vera verona vesta victor victoria vienna viola virginia vita watson wendy willow xena yara zelda zena zeus zoe silvester jude florence savannah montgomery charlotte paxton adelaide alexandria kingston chelsea nathan francisco antonio diego jose rosa domingo juan bernardino rafael monica barbara lucas santiago salvador lorenzo",
);
const TOO = nameSet(WORDS_AND_PLACES);

export function isThingToo(name: string): boolean {
  return THINGS.has(fold(name));
}

/** No word of English, no frequent word elsewhere and no place. */
export function isNothingElse(name: string): boolean {
  return !TOO.has(fold(name));
}
