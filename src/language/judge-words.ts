/**
 * Words that tell the language of a short text, by language (ISO 639-1).
 *
 * `function`: articles, pronouns, prepositions, question words and forms of "to be" and "to have".
 * `common`: words of everyday questions that hardly any other language or proper name has.
 *
 * The languages without `common` are never answered: their words only speak against another language.
 */
export interface TellingWords {
  readonly function: string;
  readonly common?: string;
}

export const TELLING: Readonly<Record<string, TellingWords>> = {
  en: {
    function: `a about after again against all also am an and any are as at be because been before being below between both
      but by can cannot could did do does doing down during each few for from further get had has have having he her here
      hers him his how i if in into is it its itself let me more most my myself no nor not of off on once only or other
      ought our ours out over own same she should so some such than that the their theirs them then there these they this
      those through to too under until up us very was we were what when where which while who whom why will with would
      you your yours`,
    common: `best cheap review reviews price prices near news buy free online guide tutorial example examples learning
      change climate health water food house houses home homes game games movie movies software computer language model
      models energy machine artificial intelligence data market growth cost`,
  },
  fr: {
    function: `à après assez au aucun aucune aujourd'hui aussi autre autres aux avant avec avez avoir avons car ce cela celle
      celles celui ces cet cette ceux chez chaque comme comment d' dans de depuis des donc du elle elles en encore entre
      est et étaient était être eu eux faire fait faut il ils j' je jusqu' l' la le les leur leurs lors lui m' ma mais
      même mes moi mon n' ne nos notre nous on ont ou où par parce pas pendant peu peut plus pour pourquoi pourrait
      puis qu' quand que quel quelle quelles quels qui quoi s' sa sans se selon sera ses si soi son sont sous suis sur ta
      tes toi ton tous tout toute toutes très trop tu un une vers voici voilà vos votre vous y`,
    common: `meilleur meilleurs meilleure meilleures prix avis acheter achat cher chère livraison gratuit gratuite gratuits
      recette recettes maison maisons voiture voitures vélo électrique électriques travail emploi santé météo ville
      villes pays histoire école enfant enfants femme femmes homme hommes eau jour jours semaine année années aujourd
      fonctionne fonctionnent marche apprendre choisir trouver voyage vacances logement loyer impôt impôts assurance
      banque crédit actualité actualités guerre élection élections présidentielle intelligence artificielle tendances
      tendance casque téléphone ordinateur chaussures écran lave-linge lave-vaisselle aspirateur bébé pâte gâteau chien
      chat jardin changement climatique réchauffement données logiciel langage médicament médicaments douleur grossesse
      combien devenir marché nouvelle nouvelles nouveau nouveaux pendant grève retraite retraites près mois langues
      étude études entreprise société chômage pauvreté sécheresse inondations forêt forêts`,
  },
  de: {
    function: `aber alle alles als also am an andere anderen auch auf aus bei beim bin bis bist da dadurch damit dann daran das
      dass dein deine dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine
      einem einen einer eines er es euer für gegen gewesen gibt hab habe haben hat hatte hatten hier ich ihm ihn ihr ihre
      im in ist ja jede jeden jeder jedes jetzt kann kannst kein keine keinen können machen man mein meine mich mir mit
      muss müssen nach nicht nichts noch nun nur ob oder ohne sehr sein seine seit sich sie sind so soll sollte sondern
      sowie über um und uns unser unter viel viele vom von vor wann war waren warum was weil welche welchen welcher
      welches wenn wer werden weshalb wie wieder wieso will wir wird wo woher wohin wurde wurden zu zum zur zwischen`,
    common: `beste bester bestes besten günstig günstige kaufen preis preise preisvergleich erfahrungen rezept rezepte haus
      häuser wohnung wohnungen miete fahrrad elektrisch arbeit gesundheit wetter stadt schule kinder frau frauen
      mann männer wasser tag tage woche jahr jahre heute morgen lernen finden reise urlaub versicherung steuer steuern
      bank kredit nachrichten krieg wahl wahlen künstliche intelligenz kopfhörer handy rechner schuhe bildschirm
      waschmaschine staubsauger klimawandel erneuerbare energien daten sprache medikament schmerzen schwangerschaft
      billig schnell gut neu neue neuen neues zeitung geld kosten anleitung selber gebraucht gebrauchte unterschied
      öffnungszeiten straße nähe umwelt entwicklung gesellschaft wirtschaft verkehr lebensmittel`,
  },
  es: {
    function: `a al algo algunas algunos ante antes aquí así aunque cada casi como cómo con contra cual cuál cuáles cuando
      cuándo cuánto cuánta cuántos cuántas de del desde donde dónde dos el él ella ellas ellos en entre era eran eres es
      esa ese eso esta está están estas este estos esto fue fueron ha había hace hacer hacia han hasta hay la las le les
      lo los más me mi mientras mis muchas mucho muchos muy nada ni no nos nosotros nuestra nuestro o os otra otro otros
      para pero poco por porque pues que qué quien quién se sea según ser si sí sido sin sobre son soy su sus también
      tan tanto te tener tiene tienen toda todas todo todos tu tú tus un una uno unos y ya yo`,
    common: `mejor mejores precio precios barato barata baratos baratas comprar opiniones receta recetas coche
      coches bicicleta eléctrica eléctrico eléctricos trabajo empleo salud tiempo ciudad ciudades país historia escuela
      niños mujer mujeres hombre hombres agua día días semana año años hoy aprender encontrar viaje viajes vacaciones
      vivienda alquiler impuestos seguro noticias guerra elecciones inteligencia artificial auriculares teléfono móvil
      ordenador zapatillas zapatos pantalla lavadora cambio climático datos lenguaje medicamento dolor embarazo gratis
      cerca segunda mano nuevos nuevas energías renovables mercado calentamiento funciona ganar dinero
      diferencia sequía desempleo pobreza`,
  },
  it: {
    function: `a agli ai al alla alle allo anche ancora avere c' che chi ci come con contro cosa così cui da dagli dai dal dalla
      dalle dallo degli dei del dell' della delle dello dentro di dopo dove dovrebbe e è ed era erano essere fa fare fino
      fra già gli ha hai hanno ho i il in io l' la le lei li lo loro lui ma me mentre mi mia mio molta molti molto ne negli
      nei nel nell' nella nelle nello noi non nostra nostro o ogni per perché però più poco poi prima può qual quale quali
      quando quanta quanti quanto quella quelle quelli quello questa queste questi questo sarà se sei sembra senza si
      sia siamo sono sta stato su sua sue sugli sui sul sull' sulla sulle suo suoi tra troppo tu tua tuo tutta tutte tutti
      tutto un un' una uno vi voi`,
    common: `migliore migliori prezzo prezzi economico economica economici comprare recensioni ricetta ricette
      macchina bicicletta elettrica elettrico elettriche lavoro salute tempo città paese storia scuola bambini donna donne
      uomo uomini acqua giorno giorni settimana anno anni oggi imparare trovare viaggio viaggi vacanze affitto tasse
      assicurazione notizie guerra elezioni intelligenza artificiale cuffie telefono scarpe schermo lavatrice
      cambiamento cambiamenti climatico climatici dati linguaggio farmaco dolore gravidanza gratis vicino usato usata
      usate usati nuovo nuova nuovi nuove energie rinnovabili mercato funziona guadagnare soldi differenza riscaldamento
      disoccupazione povertà`,
  },
  pt: {
    function: `a à ainda ao aos aquela aquele as às até cada com como contra cujo da das de dela dele depois desde do dos e é
      ela elas ele eles em entre era eram essa esse esta está estão este eu faz fazer foi foram há isso isto já lhe lo
      mais mas me meio mesmo meu minha muito muitos na não nas nem no nos nós nossa nosso num numa o onde os ou para pela
      pelas pelo pelos por porque porquê pouco qual quais quando quanto quantos que quê quem se sem ser será seu seus
      seja só sob sobre sua suas também tão tem têm tenho ter toda todas todo todos tu um uma umas uns você vocês vai`,
    common: `melhor melhores preço preços barato barata baratos comprar avaliações receita receitas carro carros
      bicicleta elétrica elétrico elétricos trabalho emprego saúde tempo cidade cidades país história escola crianças
      mulher mulheres homem homens água dia dias semana ano anos hoje aprender encontrar viagem viagens férias aluguel
      aluguer imposto impostos seguro notícias guerra eleições inteligência artificial fones telefone celular computador
      tênis sapatos tela máquina lavar mudança mudanças climática climáticas dados linguagem remédio dor gravidez grátis
      perto usado usados novos novas energias renováveis mercado funciona ganhar dinheiro diferença
      aquecimento desemprego pobreza`,
  },
  nl: {
    function: `aan al als bij dan dat de deze die dit door een en er het hij hoe hun ik in is je jij kan maar meer met mijn
      naar niet nog of om ook op over te tegen tot uit van veel voor waar waarom wanneer was wat we welke wie wij worden
      wordt ze zij zijn zo zonder goedkope goedkoop beste kopen nieuws`,
  },
  sv: {
    function: `alla att av bästa de den det du eller en ett från för hur han har hon i inte jag kan med men mer mig när och
      om på sig som så till under ut utan vad var vem vi vilka vilken är över`,
  },
  da: {
    function: `af at bedste de den der det du eller en er et for fra han har hun hvad hvem hvor hvordan hvornår hvorfor i ikke
      jeg kan med men mig når og om på sig skal som så til uden var ved vi`,
  },
  no: {
    function: `av beste bli de den det du eller en er et for fra han har hun hva hvem hvor hvordan hvorfor i ikke jeg kan
      med men når og om på seg skal som til uten ved vi være`,
  },
  pl: {
    function: `aby ale bez być ci co czy czym dla do gdzie i ich jak jaki jaka jakie jest już kiedy kto lub ma mnie na nie o
      od po pod przez przy się są ta tak tego ten to tym u w we z za że`,
  },
  cs: {
    function: `a aby ale ani bez bude byl být co do ho i jak jako je jeho jen jsem jsou již k kde kdo když která které který
      mezi na nebo není o od po pro při proč s se si tak to u v ve z za ze že`,
  },
  ro: {
    function: `a ai al ale am are au ca care ce cea cel cele cum cu dar de deci din după este fi în între la mai nu o pe
      pentru prin sau se și sunt un una unde unei unui`,
  },
  ca: {
    function: `a al als amb aquest aquesta com de del dels després el els en és això estan fer i la les més no o on per
      però què quan qui se sense ser són sobre també un una`,
  },
  gl: {
    function: `a ao aos as ben coa co como con da das de do dos e en esta este eu máis moi na nas non no nos o os ou para
      pero pola polo por que se sen ser son súa tamén unha un`,
  },
  eo: {
    function: `al ankaŭ ĉe ĉi ĉu da de des do el en estas estis ĝi ĝis ili je kaj ke kiam kie kiel kio kiu la li mi ne
      nur pli plu por post pri sed ŝi tio tiu tra unu vi`,
  },
  la: {
    function: `ab ac ad atque aut autem cum de ego enim ergo est et etiam ex haec hic in inter ipse me nec neque nihil non
      per post pro quae quam quem qui quia quid quod quo sed si sic sine sub sum sunt tamen tibi ubi ut vel`,
  },
  tr: {
    function: `ama ancak bir bu çok da daha de değil en gibi için ile ise kadar ki mi mı nasıl ne neden nerede o olan olarak
      var ve veya ya`,
  },
  hu: {
    function: `a az és egy ez hogy hogyan is kell ki kis legjobb lehet már mi miért milyen mint nagy nem olcsó van vagy volt`,
  },
  fi: {
    function: `ei ellei että hän ja jos joka kanssa kuin kun me mikä minä miten mitä mutta myös ne niin nyt olla oli on ovat
      paras se sinä siitä tai vain`,
  },
  id: {
    function: `ada adalah akan apa atau bagaimana bagi bisa dan dari dengan di harga ini itu jadi juga karena ke lebih oleh
      pada saya sebagai tidak untuk yang`,
  },
};

/** Words of these languages that English has too, as words of its own or out of set phrases: they say little. */
export const ALSO_ENGLISH: ReadonlySet<string> = new Set(
  `am ami ante au bad chat chef come die do fait font gut hat is me men mini mode no non on one or pain par per plus pour pro
  prize sans see so sole son the toi tout tu van vest via war was were win`
    .trim()
    .split(/\s+/),
);
