import { terms } from "../../language/terms.ts";

export const INTENTS = ["informational", "commercial", "transactional", "local", "navigational"] as const;
export type Intent = (typeof INTENTS)[number];

/** Words and phrases of a query that tell what is wanted, by language and intent; separated by `|`. */
const WRITTEN: Readonly<Record<string, Readonly<Record<Intent, string>>>> = {
  en: {
    informational: "how|what|why|who|when|guide|tutorial|meaning|examples|ideas",
    commercial: "best|top|vs|versus|review|reviews|compare|comparison|alternative|alternatives",
    transactional: "buy|price|cheap|deal|coupon|discount|order|for sale|download|hire|book",
    local: "near me|nearby|open now",
    navigational: "login|sign in|official site|contact us|contact number",
  },
  fr: {
    informational:
      "comment|pourquoi|quoi|qu'est-ce|quel|quelle|quels|quelles|guide|tutoriel|définition|exemple|exemples",
    commercial: "meilleur|meilleure|meilleurs|meilleures|comparatif|avis|test|vs|alternative|alternatives",
    transactional: "acheter|prix|pas cher|promo|solde|soldes|commander|livraison|télécharger|réserver|devis",
    local: "près de moi|près de chez moi|à proximité|ouvert",
    navigational: "connexion|site officiel|espace client|nous contacter|contacter",
  },
  de: {
    informational: "wie|was|warum|wieso|wer|wann|anleitung|bedeutung|definition|beispiel|beispiele|ideen|ratgeber",
    commercial:
      "beste|bester|bestes|besten|test|vergleich|vs|testsieger|erfahrungen|bewertung|bewertungen|alternative|alternativen",
    transactional:
      "kaufen|preis|preise|günstig|billig|angebot|angebote|rabatt|gutschein|bestellen|herunterladen|download|mieten|buchen",
    local: "in der nähe|in meiner nähe|nahe|umgebung|vor ort|jetzt geöffnet|heute geöffnet|öffnungszeiten|um die ecke",
    navigational:
      "login|anmelden|einloggen|anmeldung|kundenportal|offizielle seite|offizielle website|webseite|mein konto|kontakt",
  },
  es: {
    informational: "cómo|qué es|por qué|quién|cuándo|cuál|guía|tutorial|significado|ejemplos|ideas",
    commercial: "mejor|mejores|comparativa|comparación|opiniones|reseña|reseñas|vs|alternativa|alternativas|análisis",
    transactional:
      "comprar|precio|precios|barato|baratos|oferta|ofertas|descuento|cupón|pedir|descargar|reservar|alquilar",
    local: "cerca de mí|cerca|cercano|cercanos|alrededor|abierto ahora|abierto hoy|por aquí|en mi zona",
    navigational:
      "iniciar sesión|acceder|acceso|entrar|mi cuenta|página oficial|sitio oficial|web oficial|área de clientes",
  },
  it: {
    informational: "come|cosa|cos'è|perché|chi|quando|quale|guida|tutorial|significato|esempi|idee",
    commercial: "migliore|migliori|recensione|recensioni|confronto|opinioni|vs|alternativa|alternative|classifica",
    transactional:
      "comprare|acquistare|prezzo|prezzi|economico|offerta|offerte|sconto|coupon|ordinare|scaricare|prenotare|noleggiare",
    local: "vicino a me|qui vicino|vicino|vicini|nelle vicinanze|aperto ora|aperto oggi|in zona|dintorni",
    navigational:
      "accedi|accesso|login|area clienti|area riservata|sito ufficiale|pagina ufficiale|il mio account|contatti",
  },
  pt: {
    informational: "como|o que é|por que|porque|quem|quando|qual|guia|tutorial|significado|exemplos|ideias",
    commercial:
      "melhor|melhores|comparativo|comparação|avaliação|avaliações|opiniões|vs|alternativa|alternativas|análise",
    transactional:
      "comprar|preço|preços|barato|baratos|oferta|ofertas|desconto|cupom|encomendar|baixar|reservar|alugar",
    local: "perto de mim|perto|próximo|próximos|aberto agora|aberto hoje|por perto|na minha região|arredores",
    navigational: "entrar|login|iniciar sessão|acessar|minha conta|site oficial|página oficial|área do cliente|portal",
  },
  ru: {
    informational:
      "как|что такое|почему|зачем|кто|когда|что значит|инструкция|руководство|значение|примеры|идеи|своими руками",
    commercial: "лучший|лучшая|лучшие|рейтинг|топ|отзывы|отзыв|обзор|сравнение|сравнить|аналог|аналоги",
    transactional:
      "купить|цена|цены|дешево|недорого|скидка|скидки|промокод|заказать|доставка|скачать|забронировать|аренда",
    local: "рядом|рядом со мной|поблизости|недалеко|ближайший|ближайшая|ближайшие|возле|круглосуточно",
    navigational: "войти|вход|личный кабинет|официальный сайт|авторизация|логин|регистрация|горячая линия|контакты",
  },
};

type Phrases = Readonly<Record<Intent, readonly string[]>>;

/** A phrase as its terms with blanks between. */
const phrases = (written: string): readonly string[] => written.split("|").map((phrase) => terms(phrase).join(" "));

const PHRASES: ReadonlyMap<string, Phrases> = new Map(
  Object.entries(WRITTEN).map(([language, by]) => [
    language,
    {
      informational: phrases(by.informational),
      commercial: phrases(by.commercial),
      transactional: phrases(by.transactional),
      local: phrases(by.local),
      navigational: phrases(by.navigational),
    },
  ]),
);

/** The first phrase of an intent in a query of a language; English ones are known in every language. */
export function phraseIn(query: string, intent: Intent, language: string): string | undefined {
  const said = ` ${terms(query).join(" ")} `;
  const known = new Set([PHRASES.get(language.slice(0, 2).toLowerCase()), PHRASES.get("en")]);
  return [...known].flatMap((by) => by?.[intent] ?? []).find((phrase) => said.includes(` ${phrase} `));
}
