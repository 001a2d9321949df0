/* Countries by code or name, as they stand at the end of a query: "unemployment USA", "GDP South Korea". */

/** ISO 3166-1: the two letters, then the three. */
const CODES = `
  ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD
  BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN
  CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU
  DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB
  GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG
  HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN
  KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU
  LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR
  MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL
  OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB
  RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP
  SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN
  TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM YEYEM YTMYT ZAZAF
  ZMZMB ZWZWE
`;

export interface Country {
  /** Two letters. */
  readonly iso2: string;
  /** Three letters. */
  readonly iso3: string;
  /** In English. */
  readonly name: string;
}

const inEnglish = new Intl.DisplayNames("en", { type: "region" });
const inFrench = new Intl.DisplayNames("fr", { type: "region" });

const countries: readonly Country[] = (CODES.match(/[A-Z]{5}/g) ?? []).map((pair) => {
  const iso2 = pair.slice(0, 2);
  return { iso2, iso3: pair.slice(2), name: inEnglish.of(iso2) ?? iso2 };
});

const byCode: ReadonlyMap<string, Country> = new Map(
  countries.flatMap((country) => [[country.iso2, country] as const, [country.iso3, country] as const]),
);

/** Letters and digits alone, without diacritics and case. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

/** Names in use beside those of CLDR. */
const ALSO: Readonly<Record<string, string>> = {
  usa: "US",
  us: "US",
  "united states of america": "US",
  america: "US",
  uk: "GB",
  "great britain": "GB",
  britain: "GB",
  england: "GB",
  "czech republic": "CZ",
  turkey: "TR",
  "ivory coast": "CI",
  "hong kong": "HK",
  macao: "MO",
  korea: "KR",
  "republic of korea": "KR",
  "russian federation": "RU",
  burma: "MM",
  myanmar: "MM",
  congo: "CG",
  "democratic republic of the congo": "CD",
  "viet nam": "VN",
  holland: "NL",
  "the netherlands": "NL",
  macedonia: "MK",
  swaziland: "SZ",
  "cape verde": "CV",
  palestine: "PS",
  emirates: "AE",
  uae: "AE",
};

const byName: ReadonlyMap<string, Country> = new Map([
  ...countries.flatMap((country) =>
    [country.name, inFrench.of(country.iso2) ?? ""].map((name) => [folded(name), country] as const),
  ),
  ...Object.entries(ALSO).flatMap(([name, code]) => {
    const country = byCode.get(code);
    return country ? [[name, country] as const] : [];
  }),
]);

/** The country of a code, in capitals or not, or of a name. */
export const countryOf = (written: string): Country | undefined =>
  byCode.get(written.toUpperCase()) ?? byName.get(folded(written));

/** Codes in capitals, joined by `;`, `,` or `+`: FR, USA;JPN. Lower-case ones may be words ("in", "per"). */
function ofCodes(word: string): readonly Country[] | undefined {
  const found = word.split(/[;,+]/).map((code) => byCode.get(code));
  return found.every((country) => country !== undefined) ? found : undefined;
}

/** A query without the countries that it names last, or else first, and these. */
export function countriesApart(q: string): { readonly words: string; readonly countries: readonly Country[] } {
  const words = q.split(/\s+/);
  const whole = (part: readonly string[]): readonly Country[] | undefined => {
    const [only = ""] = part;
    const named = part.length > 5 ? undefined : byName.get(folded(part.join(" ")));
    return (part.length === 1 ? ofCodes(only) : undefined) ?? (named && [named]);
  };
  for (let at = 0; at < words.length; at += 1) {
    const countries = whole(words.slice(at));
    if (countries) return { words: words.slice(0, at).join(" "), countries };
  }
  for (let to = words.length - 1; to > 0; to -= 1) {
    const countries = whole(words.slice(0, to));
    if (countries) return { words: words.slice(to).join(" "), countries };
  }
  return { words: q, countries: [] };
}
