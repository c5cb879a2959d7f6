// The only code that loads isolated-vm, and only in a worker process. The addon file is opened directly: the
// package's own loader probes folders that the worker may not read.

export type IvmReference = {
  applySync(receiver: undefined, args: unknown[], options?: { timeout?: number }): unknown;
  derefInto(): unknown;
  getSync(name: string, options: { reference: true }): IvmReference;
  release(): void;
};

export type IvmContext = { global: IvmReference };

export type IvmModule = {
  dependencySpecifiers: string[];
  instantiateSync(context: IvmContext, resolve: (specifier: string) => IvmModule): void;
  evaluateSync(options: { timeout?: number }): unknown;
  namespace: IvmReference;
};

export type IvmIsolate = {
  wallTime: bigint;
  isDisposed: boolean;
  createContextSync(): IvmContext;
  compileModuleSync(text: string, options: { filename: string }): IvmModule;
  getHeapStatisticsSync(): { used_heap_size: number; externally_allocated_size: number };
  dispose(): void;
};

export type IvmSnapshot = object;

export type Ivm = {
  Isolate: {
    new (options: {
      memoryLimit: number;
      snapshot: IvmSnapshot;
      onCatastrophicError: () => void;
    }): IvmIsolate;
    createSnapshot(scripts: { code: string; filename: string }[], warmUpScript: string): IvmSnapshot;
  };
  Callback: new (callback: (...args: never[]) => void) => unknown;
};

export function loadIsolatedVm(addonFile: string): Ivm {
  const holder = { exports: {} as { ivm?: Ivm } };
  process.dlopen(holder, addonFile);
  if (holder.exports.ivm === undefined) throw new Error("the addon file is not isolated-vm");
  return holder.exports.ivm;
}
