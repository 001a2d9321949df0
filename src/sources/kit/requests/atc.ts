/** The ATC code of one substance or combination (fifth level: seven characters) that a query is; undefined where it is none. */
export const atcIn = (q: string): string | undefined => /^[A-Z]\d{2}[A-Z]{2}\d{2}$/i.exec(q.trim())?.[0].toUpperCase();
