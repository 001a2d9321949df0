/*
 * What INSEE's codes mean: https://www.insee.fr/fr/information/2028129 (legal forms), https://www.sirene.fr/sirene/public/variable/tefen
 */

/** The commonest legal forms; of others only the code is told. */
const LEGAL_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "1000": "Entrepreneur individuel",
    "5306": "Société en commandite simple",
    "5308": "Société en commandite par actions",
    "5485": "Société d'exercice libéral à responsabilité limitée",
    "5498": "SARL unipersonnelle",
    "5499": "Société à responsabilité limitée",
    "5510": "SA nationale à conseil d'administration",
    "5515": "SA d'économie mixte à conseil d'administration",
    "5599": "SA à conseil d'administration",
    "5699": "SA à directoire",
    "5710": "Société par actions simplifiée",
    "5720": "Société par actions simplifiée unipersonnelle",
    "5785": "Société d'exercice libéral par actions simplifiée",
    "5800": "Société européenne",
    "6220": "Groupement d'intérêt économique",
    "6317": "Société coopérative agricole",
    "6521": "Société civile de placement collectif immobilier",
    "6533": "Groupement agricole d'exploitation en commun",
    "6540": "Société civile immobilière",
    "6589": "Société civile de moyens",
    "6597": "Société civile d'exploitation agricole",
    "6598": "Exploitation agricole à responsabilité limitée",
    "6599": "Société civile",
    "7210": "Commune",
    "7220": "Département",
    "7230": "Région",
    "7344": "Métropole",
    "7346": "Communauté de communes",
    "7348": "Communauté d'agglomération",
  }),
);

export const legalFormOf = (code: string | undefined): string | undefined => LEGAL_FORMS.get(code ?? "");

/** Companies that must file accounts with the commercial court: SARL, SA, SAS and their like. */
export const filesAccounts = (code: string | undefined): boolean => /^5[3-8]/.test(code ?? "");

const BANDS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    "00": "0",
    "01": "1–2",
    "02": "3–5",
    "03": "6–9",
    "11": "10–19",
    "12": "20–49",
    "21": "50–99",
    "22": "100–199",
    "31": "200–249",
    "32": "250–499",
    "41": "500–999",
    "42": "1,000–1,999",
    "51": "2,000–4,999",
    "52": "5,000–9,999",
    "53": "10,000 or more",
  }),
);

/** How many employees a band's code means. */
export const headcountOf = (code: string | undefined): string | undefined => BANDS.get(code ?? "");
