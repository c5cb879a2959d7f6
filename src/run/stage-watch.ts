// How long each stage of a run took, for the trail and the figures that are counted from it.

export type StageTimes = Record<string, number>;

export type StageWatch = {
  /** The stage that ends now. */
  lap(stage: string): void;
  /** In milliseconds, what has not been taken yet. */
  take(): StageTimes;
};

export function createStageWatch(): StageWatch {
  let since = performance.now();
  let times: StageTimes = {};
  return {
    lap(stage) {
      const now = performance.now();
      times[stage] = Math.round((now - since) * 10) / 10;
      since = now;
    },
    take() {
      const taken = times;
      times = {};
      return taken;
    },
  };
}
