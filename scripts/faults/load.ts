// Callers that keep a gateway busy until it is gone, and remember exactly what it told them.

const PROGRAM = `
const person = await notes.person();
await Promise.all(context.effects.map((value) => notes.echo({ value })));
return person.id;
`;
const EFFECTS_EACH = 3;

/** A reply that arrived whole: from then on the gateway has promised that it is on the trail. */
export type Acknowledged = { run: string; status: string; calls: number };

export type Load = { acknowledged: Acknowledged[]; stop(): Promise<void> };

type Target = { url: string; key: string; round: number };

export function startLoad(target: Target, callers: number): Load {
  const acknowledged: Acknowledged[] = [];
  const stopping = new AbortController();
  const work = Array.from({ length: callers }, async (_, caller) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const reply = await submit(target, { caller, turn }, stopping.signal);
      if (reply === null) return;
      acknowledged.push(reply);
    }
  });
  return {
    acknowledged,
    async stop() {
      stopping.abort();
      await Promise.all(work);
    },
  };
}

/** Null when the gateway is gone. */
async function submit(
  { url, key, round }: Target,
  { caller, turn }: { caller: number; turn: number },
  signal: AbortSignal,
): Promise<Acknowledged | null> {
  const effects = Array.from(
    { length: EFFECTS_EACH },
    (_, part) => `effect_${round}_${caller}_${turn}_${part}`,
  );
  try {
    const response = await fetch(`${url}/v1/runs`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ code: PROGRAM, session: `caller_${caller}`, context: { effects } }),
      signal,
    });
    const { id, status, toolCalls } = (await response.json()) as {
      id: string;
      status: string;
      toolCalls?: { status: string }[];
    };
    const calls = (toolCalls ?? []).filter((call) => call.status === "succeeded").length;
    return { run: id, status, calls };
  } catch {
    return null;
  }
}
