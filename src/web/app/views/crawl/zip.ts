import { strToU8, Zip, ZipDeflate } from "fflate";

interface Archive {
  add(name: string, text: string): void;
  end(): void;
}

/** A ZIP archive that is written while it grows; a name that was there before gets a number. */
export function zipOf(write: (part: Uint8Array<ArrayBuffer>) => void): Archive {
  const names = new Map<string, number>();
  const archive = new Zip((error, part) => {
    if (error) throw error;
    write(new Uint8Array(part));
  });
  return {
    add: (name, text) => {
      const before = names.get(name) ?? 0;
      names.set(name, before + 1);
      const file = new ZipDeflate(before === 0 ? name : name.replace(/\.md$/, `-${before + 1}.md`));
      archive.add(file);
      file.push(strToU8(text), true);
    },
    end: () => archive.end(),
  };
}
