/** So large that malloc takes it for itself from the system, apart from all else; resident is what was written to. */
const SLAB_BYTES = 32 * 1024 * 1024;
const NONE = -1;

/** What is kept, for who has it kept. */
export interface Allocation {
  readonly bytes: number;
  /** Its first block; each block has the next one's number beside it. */
  readonly first: number;
}

/** Memory for bytes that stay for long. */
export interface SlabAllocator {
  keep(bytes: Uint8Array): Allocation;
  /** A copy of what is kept. */
  read(kept: Allocation): Buffer;
  /** Gives its blocks to what is kept next; it must not be read any more. */
  drop(kept: Allocation): void;
  clear(): void;
}

/**
 * Keeps bytes of any length in blocks of one size, cut out of slabs that are used again and not given back. With a buffer
 * each, those that stay lie scattered among those that live for one request, and malloc can give neither's memory back: tens
 * of megabytes of holes.
 */
export function createSlabAllocator(blockBytes: number): SlabAllocator {
  const blocksInSlab = SLAB_BYTES / blockBytes;
  let slabs: { readonly memory: Buffer; readonly next: Int32Array }[] = [];
  /** The first block that was given back, and the first that was never taken. */
  let free = NONE;
  let fresh = 0;

  const slabOf = (block: number) => {
    const slab = slabs[Math.floor(block / blocksInSlab)];
    if (!slab) throw new RangeError(`there is no block ${block}`);
    return slab;
  };
  const after = (block: number): number => slabOf(block).next[block % blocksInSlab] ?? NONE;
  const link = (block: number, next: number): void => {
    slabOf(block).next[block % blocksInSlab] = next;
  };

  function take(): number {
    if (free !== NONE) {
      const block = free;
      free = after(block);
      return block;
    }
    if (fresh === slabs.length * blocksInSlab)
      slabs.push({ memory: Buffer.allocUnsafeSlow(SLAB_BYTES), next: new Int32Array(blocksInSlab) });
    fresh += 1;
    return fresh - 1;
  }

  return {
    keep(bytes) {
      let first = NONE;
      let last = NONE;
      for (let from = 0; from < bytes.length; from += blockBytes) {
        const block = take();
        const part = bytes.subarray(from, from + blockBytes);
        slabOf(block).memory.set(part, (block % blocksInSlab) * blockBytes);
        if (first === NONE) first = block;
        else link(last, block);
        last = block;
      }
      if (last !== NONE) link(last, NONE);
      return { bytes: bytes.length, first };
    },
    read(kept) {
      const bytes = Buffer.allocUnsafe(kept.bytes);
      let block = kept.first;
      for (let to = 0; to < bytes.length; to += blockBytes) {
        const from = (block % blocksInSlab) * blockBytes;
        slabOf(block).memory.copy(bytes, to, from, from + Math.min(blockBytes, bytes.length - to));
        block = after(block);
      }
      return bytes;
    },
    drop(kept) {
      if (kept.first === NONE) return;
      let last = kept.first;
      for (let next = after(last); next !== NONE; next = after(last)) last = next;
      link(last, free);
      free = kept.first;
    },
    clear() {
      slabs = [];
      free = NONE;
      fresh = 0;
    },
  };
}
