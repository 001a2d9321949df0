import { defineCategory } from "../define.ts";
import { archiveTexts } from "./archive_texts.ts";
import { bnf } from "./bnf.ts";
import { dnb } from "./dnb.ts";
import { googleBooks } from "./google_books.ts";
import { gutendex } from "./gutendex.ts";
import { librivox } from "./librivox.ts";
import { openlibrary } from "./openlibrary.ts";

const MINUTE = 60_000;

export const books = defineCategory("books", "Books", 360 * MINUTE, [
  openlibrary,
  googleBooks,
  gutendex,
  archiveTexts,
  bnf,
  dnb,
  librivox,
]);
