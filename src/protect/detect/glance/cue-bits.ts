// Bits of `LeafShape.cues`: what may be in the text. A bit that is not set is certain; where one is set, the patterns of
// cue-groups.ts are asked.

export const MAY_TELL_BIRTH = 1;
export const MAY_TELL_SECRET = 2;
export const MAY_TELL_ACCOUNT = 4;
export const MAY_TELL_PASSPORT = 8;
export const MAY_SPELL_MAIL = 16;
export const MAY_NAME_STREET = 32;
export const MAY_LAY_OUT_ADDRESS = 64;
export const MAY_TALK = 128;
export const MAY_INTRODUCE = 256;
export const MAY_ACT = 512;
export const MAY_BE_BORN = 1024;
export const MAY_TURN_NAME = 2048;
export const MAY_LIST_NAMES = 4096;
export const MAY_ANNOUNCE_ID = 8192;
export const MAY_HOLD_STREET = 16384;
export const MAY_HOLD_ADDRESS = MAY_NAME_STREET | MAY_LAY_OUT_ADDRESS | MAY_HOLD_STREET;
export const MAY_SIGN_BIRTH = 32768;
export const MAY_HOLD_CUE_BEHIND = 65536;
