/** What a document keeps beside its text. */
export const LEFT_OUT = new Set(
  `colortbl header headerl headerr headerf footer footerl footerr footerf pict objdata themedata datastore
  colorschememapping latentstyles xmlnstbl generator rsidtbl mmathPr bkmkstart bkmkend annotation atnid atnauthor atntime
  atnicn atnref atnparent atnlink atrfstart atrfend atndate revtbl filetbl template listpicture nonshppict tc xe txe rxe sp
  shprslt pgdsctbl ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn nonesttables userprops wgrffmtfilter pn pntext upr private`.split(
    /\s+/,
  ),
);
/** Destinations that a reader may leave out (`\*`), and that hold text. */
export const KEPT = new Set([
  "footnote",
  "fldinst",
  "shpinst",
  "shptxt",
  "dptxbxtext",
  "do",
  "nesttableprops",
  "ud",
  "listtable",
  "listoverridetable",
  "shppict",
]);
/** Control words that are characters. */
export const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tab: "\t",
    bullet: "•",
    endash: "–",
    emdash: "—",
    lquote: "‘",
    rquote: "’",
    ldblquote: "“",
    rdblquote: "”",
    "~": "\u00a0",
    _: "-",
    emspace: " ",
    enspace: " ",
    qmspace: " ",
    zwj: "\u200d",
    zwnj: "\u200c",
  }),
);
