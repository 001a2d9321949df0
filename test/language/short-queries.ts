/** Short queries by the language they are in; "none": symbols, identifiers, names and words that belong to no language. */
const SHORT_QUERIES: Readonly<Record<string, string>> = {
  none: `BTC,ETH,AAPL|BTC|NVDA,MSFT|ETH:40, SOL:30, LINK:30|TSLA|DOGE,SHIB,PEPE|SAP.DE,ASML.AS|^GSPC|EURUSD=X|BRK.B|crypto:BTC|
    VOD.L,BP.L|XRP|US0378331005|FR0000120271|docker|ansible|kubernetes|postgres|terraform|pandas|numpy|tensorflow|nginx|redis|rust|
    python|go|swift|elixir|svelte|next.js|node.js|react native|vue|laravel|symfony|django|webassembly|graphql|grafana|prometheus|
    10.1038/nature14539|10.1145/3065386|arXiv:1706.03762|PMID 31978945|978-2-07-036822-8|3017620422003|RFC 9309|CVE-2024-3094|ISO 8601|
    Lyon|Lisbon|Paris|Berlin|Los Angeles|Las Vegas|El Paso|San Francisco|São Paulo|Rio de Janeiro|La Paz|Le Havre|Côte d'Ivoire|
    Porto|Napoli|Den Haag|Santa Cruz de la Sierra|Val d'Isère|Mont Saint-Michel|La Rochelle|Andorra la Vella|Île de Ré|
    Sony WH-1000XM5|RTX 4080|iPhone 15 Pro Max|Galaxy S24 Ultra|Nintendo Switch|Canon EOS R6|De'Longhi Magnifica S|Le Creuset|
    La Roche-Posay|L'Oréal|Crème Brûlée|Tour de France|Cirque du Soleil|Real Madrid|Juventus|Paris Saint-Germain|FC Bayern|
    ibuprofen|paracetamol|Doliprane|amoxicilline|metformin|aspirin|Levothyrox|
    Emmanuel Macron|Angela Merkel|Lionel Messi|Vincent van Gogh|Leonardo da Vinci|Charles de Gaulle|Ludwig van Beethoven|
    Marie Curie|Guillermo del Toro|Dua Lipa|Die Antwoord|Rammstein|Les Misérables|La La Land|El Niño|Der Spiegel|Le Monde|
    https://example.com/fr/accueil|example.com|@tributary|#cop30|user@example.org|v2.14.0|C++|C#|F#|.NET 9|x86_64|utf-8|
    lorem ipsum dolor sit amet|café|déjà vu|Schadenfreude|tsunami|karaoke|pizza|sushi|espresso|kindergarten`,
  en: `large language models|climate change adaptation|gut microbiome|malaria vaccine efficacy|best running shoes|electric cars|
    cheap car insurance|coffee machine reviews|brew green tea|how to brew green tea|vector databases|flood of towns|
    what is quantum computing|how long to boil an egg|perovskite solar cells|battery recycling|remote work productivity|
    noise cancelling headphones|garden hose reel|vegan protein powder|comic sans font|pour over coffee maker|le creuset dutch oven|
    a la carte menu|die cast metal toys|in vitro fertilization|de novo mutations|art nouveau posters|made in Germany knives|
    el nino weather pattern|federated learning in hospitals|urban heat islands|sleep and memory|the cost of living|
    why do cats purr|best museums in Paris|pizza near me|used bike|office chair|water quality in rivers|
    mutations in the spike protein|deep learning|attention is all you need|per capita income|sauna heater|non alcoholic beer`,
  fr: `tendances de l'intelligence artificielle en France|assurance vélo électrique|meilleur casque sans fil|
    comment choisir une machine à café|prix d'une pompe à chaleur|pourquoi le ciel est bleu|quel temps fait-il à Lyon|
    les effets du changement climatique|apprendre le piano à la maison|recette de la tarte aux pommes|
    qu'est-ce que la photosynthèse|chaussures de course pour femme|le vaccin contre la grippe|loyer moyen dans la ville|
    musées gratuits près de moi|les voitures électriques en hiver|comment fonctionne une blockchain|
    quelles sont les aides pour la rénovation|où acheter un vélo d'occasion|la qualité de l'eau des rivières|
    sécheresse et agriculture dans le sud|élection présidentielle|douleur au genou après une chute|
    que faire à Nantes ce week-end|histoire de la langue française|le coût de la vie à Paris|réforme des retraites`,
  de: `beste Kaffeemaschine für kleine Küchen|wie lange muss ein Ei kochen|Preisvergleich Waschmaschine kaufen|
    was ist künstliche Intelligenz|warum ist der Himmel blau|günstige Kopfhörer ohne Kabel|Rezept für Apfelkuchen mit Streuseln|
    Auswirkungen des Klimawandels auf die Landwirtschaft|Wohnung in Berlin mieten|wie funktioniert eine Wärmepumpe|
    Elektroautos im Winter|welche Versicherung brauche ich|die Kosten für ein Haus|Nachrichten aus der Ukraine|
    Schmerzen im Knie nach dem Laufen|erneuerbare Energien in Deutschland|Unterschied zwischen Butter und Margarine|
    wo kann man gut essen in Hamburg|neue Bücher im Herbst|Öffnungszeiten der Museen in München|Tipps gegen Schnarchen|
    wie wird das Wetter morgen|Geschichte der deutschen Sprache|Fahrrad gebraucht kaufen|Kinder und Bildschirme|
    Anleitung zum Stricken einer Mütze`,
  es: `mejores zapatillas para correr|cómo hacer tortilla de patatas|qué es la inteligencia artificial|precio de la luz hoy|
    por qué el cielo es azul|coche eléctrico barato|recetas fáciles con pollo|los efectos del cambio climático|
    dónde comprar una bicicleta de segunda mano|cuánto cuesta vivir en Madrid|noticias de la guerra en Ucrania|
    dolor de rodilla después de correr|energías renovables en España|historia de la lengua española|
    qué hacer en Valencia este fin de semana|alquiler de pisos en Barcelona|vuelos baratos a Lisboa|
    diferencia entre el jamón ibérico y el serrano|cuáles son los mejores museos|aprender inglés en casa|
    cómo funciona una bomba de calor|la sequía en el sur|elecciones presidenciales en Chile|auriculares sin cable`,
  it: `migliori cuffie senza fili|come fare la pizza in casa|che cosa è l'intelligenza artificiale|perché il cielo è blu|
    prezzo della benzina oggi|ricetta del tiramisù con i savoiardi|gli effetti del cambiamento climatico|
    dove comprare una bicicletta usata|quanto costa vivere a Milano|notizie dalla guerra in Ucraina|
    dolore al ginocchio dopo la corsa|energie rinnovabili in Italia|storia della lingua italiana|cosa fare a Torino questo weekend|
    affitto di case a Roma|voli economici per Parigi|differenza tra burro e margarina|quali sono i migliori musei|
    imparare l'inglese a casa|come funziona una pompa di calore|la siccità nel sud|auto elettriche in inverno`,
  pt: `melhores fones de ouvido sem fio|como fazer pão em casa|o que é inteligência artificial|por que o céu é azul|
    preço da gasolina hoje|receita de bolo de cenoura|os efeitos das mudanças climáticas|onde comprar uma bicicleta usada|
    quanto custa viver em Lisboa|notícias da guerra na Ucrânia|dor no joelho depois da corrida|energias renováveis em Portugal|
    história da língua portuguesa|o que fazer no Porto neste fim de semana|aluguel de casas no Rio|
    diferença entre manteiga e margarina|quais são os melhores museus|aprender inglês em casa|carros elétricos no inverno|
    como funciona uma bomba de calor|a seca no nordeste|eleições presidenciais no Brasil`,
  ru: `чай|купить велосипед|погода в москве|как заварить зелёный чай|почему небо голубое|лучшие наушники|цена на бензин сегодня|
    рецепт пирога с яблоками|электромобили зимой|новости экономики|что такое искусственный интеллект|история русского языка|
    где купить дешёвые билеты|изменение климата|аренда квартиры|боль в колене после бега|кофемашина`,
  nl: `beste koffiezetapparaat voor thuis|hoe werkt een warmtepomp|wat is kunstmatige intelligentie|goedkope fiets kopen|
    waarom is de lucht blauw|het weer in Amsterdam|elektrische auto in de winter|recept voor appeltaart|de kosten van een huis|
    wat te doen in Utrecht`,
  sv: `bästa hörlurar utan sladd|hur fungerar en värmepump|vad är artificiell intelligens|varför är himlen blå|
    billiga resor till Spanien|vädret i Stockholm|elbilar på vintern|recept på äppelpaj`,
  pl: `najlepsze słuchawki bezprzewodowe|jak działa pompa ciepła|co to jest sztuczna inteligencja|dlaczego niebo jest niebieskie|
    tanie loty do Paryża|pogoda w Warszawie|samochody elektryczne zimą|przepis na szarlotkę`,
  uk: `купити велосипед|погода в києві|як заварити зелений чай|чому небо блакитне|найкращі навушники|що таке штучний інтелект|
    новини України|де купити квитки`,
  bg: `какво е изкуствен интелект|защо небето е синьо|най-добрите слушалки|времето в София|къде да купя билети|рецепта за баница със сирене`,
  ja: `コーヒーメーカー おすすめ|人工知能とは|東京の天気|電気自動車`,
  zh: `人工智能|电动汽车|北京天气|咖啡机推荐`,
  ar: `الذكاء الاصطناعي|أفضل سماعات لاسلكية|الطقس في القاهرة`,
  ro: `ce este inteligența artificială|cele mai bune căști fără fir|vremea în București|rețetă de plăcintă cu mere`,
  ca: `què és la intel·ligència artificial|els millors auriculars sense fil|el temps a Girona|receptes de cuina amb pollastre`,
  da: `bedste høretelefoner uden ledning|hvordan virker en varmepumpe|hvorfor er himlen blå|vejret i København`,
  tr: `en iyi kulaklık hangisi|yapay zeka nedir|gökyüzü neden mavi|İstanbul için hava durumu`,
};

/** Each query with its language. */
export const LABELLED: readonly (readonly [language: string, query: string])[] = Object.entries(SHORT_QUERIES)
  .flatMap(([language, queries]) =>
    queries.split("|").map((query): readonly [string, string] => [language, query.replace(/\s+/g, " ").trim()]),
  )
  .filter(([, query]) => query !== "");
