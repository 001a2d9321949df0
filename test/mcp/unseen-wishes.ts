import type { Wish } from "./wishes.ts";

/*
 * A hundred and twenty further wishes over all categories, written before the ranking was looked at again. A hash of the
 * words tells the half that faults were looked at in from the half that is only counted.
 */

const EN = `
results from a privacy friendly engine with its own crawler: mojeek brave startpage qwant duckduckgo ecosia
semantic web search where I describe what I want in a full sentence: exa
what do people usually type after "how to": google_suggest bing_suggest duckduckgo_suggest brave_suggest qwant_suggest related_questions
complete a half-typed query for Russian users: yandex_suggest
I need a photograph for my blog without paying anyone: unsplash openverse wikimedia_commons flickr
logos and diagrams that Wikipedia articles use: wikimedia_commons
is there a talk about kubernetes I can watch: youtube bing_videos duckduckgo_videos peertube odysee dailymotion
decentralised alternatives to YouTube: peertube odysee
how did newspapers around the globe report on the strike: gdelt google_news bing_news duckduckgo_news guardian
old New York newspaper stories from the 1950s: nytimes
what happened in the world on a certain date: wikipedia_news gdelt nytimes
what are users on the homelab subreddit saying: reddit
messages of a telegram channel: telegram
my nginx gives 502, has someone solved that: serverfault stackoverflow superuser askubuntu stackexchange
ubuntu wifi stopped working after the upgrade: askubuntu superuser
what somebody wrote on bluesky: bluesky
stories at the top of the orange site: hackernews
blog posts by developers about typescript: devto hackernews lobsters tech_trends
tell me when a new version of this github project comes out: github_releases
uploads of one youtuber without an account: youtube_channel
tell me what is new in this blog's feed: rss monitor_track page_changes
who was Ada Lovelace: wikipedia wikidata dbpedia wikiquote
date of birth and other structured facts of a person: wikidata dbpedia
original text of a historical treaty: wikisource
where does this word come from, its etymology: wiktionary free_dictionary
put this paragraph into Spanish: mymemory
what does "yeet" mean to teenagers: urban_dictionary
novels to listen to while driving: librivox
which books did Ursula Le Guin write: openlibrary google_books wikidata gutendex archive_texts
who has cited my article: opencitations semantic_scholar openalex crossref research_literature
computer science conference papers by an author: dblp semantic_scholar openalex arxiv
download a research data set with its DOI: zenodo datacite
medical studies on migraine: pubmed europepmc clinicaltrials
does this protein bind to that one: string_db
next rocket going up from Cape Canaveral: launch_library spaceflight_news
worlds around other suns: exoplanets
where in public code is this function called: grep_app github_repositories
small language models I can download: huggingface_models
money locked in Aave and other DeFi protocols: defillama
is there an R package for kriging: cran
which linux distros ship which version of curl: repology
.NET library for json: nuget
how likely is this CVE to be exploited soon: epss cisa_kev
is this link safe to click: safe_browsing urlhaus virustotal
is my HTTPS set up well, what grade does it get: ssllabs tls_certificate seo_audit
which country is this IP in: ip_geolocation ripestat rdap
what did this site look like in 2009: wayback commoncrawl
all hostnames below a company's domain: certificates
what does the page show when someone shares it on Facebook: opengraph seo_opengraph
why is my website so slow on phones: pagespeed seo_pagespeed
take a picture of a web page: screenshot
at what place does my shop show up on Google: site_position seo_competitors
what questions do people ask about coffee: related_questions google_suggest
turn a street address into coordinates: nominatim photon adresse geonames
find pharmacies near the station: overpass
is a thunderstorm warning out for Oregon: nws gdacs
how cold will it get in Oslo tonight: met_no open_meteo wttr
which butterfly species live around here: inaturalist gbif
when is high tide in Boston: noaa_tides
wildfires burning at the moment: eonet gdacs
is the Piccadilly line running: tfl
rental bikes available near me: citybikes
software engineering openings in Berlin: arbeitnow themuse adzuna remoteok remotive himalayas
Bundesliga table: openligadb espn thesportsdb
who scored in the NBA last night: espn thesportsdb
vinyl pressings of an album: discogs musicbrainz
internet radio that plays jazz: radio_browser
when is the next episode of my show on: tvmaze tmdb
used cameras at auction: ebay
hand knitted scarves from small makers: etsy
an open source android app without trackers: fdroid
block ads in Firefox: mozilla_addons
how much sugar is in this cereal: openfoodfacts usda
pubs that brew their own beer in Portland: openbrewerydb overpass
fastest run of Celeste ever: speedrun
text of the GDPR: eurlex uk_legislation
did anybody patent this battery: epo_ops
medicines pulled from the market: openfda_recalls
treasury yield over ten years: fred alphavantage yahoo_finance
who owns this British firm and is it still trading: companies_house opencorporates gleif
`;

const FR = `
un moteur de recherche pour le web tchèque: seznam
compléter une recherche que je commence à taper: google_suggest bing_suggest duckduckgo_suggest brave_suggest qwant_suggest
des photos libres de droits de montagne: unsplash openverse wikimedia_commons flickr
regarder des vidéos sur le jardinage: youtube dailymotion bing_videos duckduckgo_videos peertube odysee
que dit la presse de la réforme des retraites: google_news bing_news duckduckgo_news gdelt guardian
ce que les gens pensent d'une marque sur les réseaux: social_sentiment reddit mastodon bluesky
nouveautés pour les développeurs: hackernews lobsters devto slashdot infoq producthunt tech_trends
suivre les nouveaux articles d'un blog: rss monitor_track page_changes
biographie d'un personnage historique: wikipedia wikidata dbpedia
traduire une phrase en anglais: mymemory
corriger les fautes d'un texte: languagetool
un roman de Victor Hugo à la bibliothèque nationale: bnf
articles scientifiques de chercheurs français: hal openalex research_literature
la séquence d'une protéine: uniprot ncbi_gene pdb ensembl
tableaux impressionnistes dans un musée: met_museum artic rijksmuseum europeana cleveland_museum vam musees
paquets pour php: packagist
cette adresse est-elle un site d'hameçonnage: safe_browsing urlhaus virustotal
à qui appartient ce nom de domaine: whois rdap
balises meta d'une page: html_meta seo_content opengraph
combien de fois un mot clé est-il cherché par mois: keyword_volume seo_kwvolume
le diagnostic énergétique d'un appartement: dpe
une crèche ou une école maternelle dans ma ville: annuaire_education equipements
le château est-il classé monument historique: monuments
numéro SIRET d'un restaurant: sirene recherche_entreprises france_company
comment vit-on dans cette ville: france_living
itinéraire à vélo jusqu'au bureau: osrm transitous
y aura-t-il du gel cette nuit: open_meteo met_no wttr brightsky
la pollution de l'air aujourd'hui à Lyon: air_quality
quels oiseaux a-t-on vus dans cette forêt: inaturalist gbif
à quelle heure part le prochain TGV: sncf transitous gares
une semaine de vacances au Portugal, que prévoir: travel_trip wikivoyage opentripmap
offres d'emploi en télétravail: remoteok remotive himalayas arbeitnow adzuna themuse
résultats du championnat allemand de football: openligadb espn thesportsdb
paroles d'une chanson: lrclib
où trouver ce téléphone au meilleur prix: product_intelligence amazon ebay bing_shopping aliexpress newegg
une application gratuite pour Android: fdroid google_play
combien de calories dans une pizza: openfoodfacts usda
jouer aux échecs, parties de grands maîtres: lichess
effets indésirables d'un vaccin: openfda_events openfda_labels medlineplus bdpm health_drugs ema dailymed
population et chômage d'une commune: insee communes eurostat
`;

const EN_SITUATIONS = `
my landlord in Lyon asks 1200 a month, is that normal: loyers realestate_estimate
the doctor gave me metformin, should I worry: health_drugs openfda_labels openfda_events medlineplus dailymed rxnorm ema
I have 500 dollars, how many yen is that: frankfurter ecb yahoo_finance
my client in Poland sent a VAT id, check it: vies
our mails end up as junk at Gmail: email_auth dns seo_audit
somebody sent me an exe file hash, is it known: virustotal
I saw a weird moth on my balcony: inaturalist gbif
what shall I cook with chicken tonight: themealdb
need to know whether log4j in my build has holes: osv github_advisories nvd
who plays the main role in that film: imdb tmdb omdb tvmaze wikipedia
should I take an umbrella to Berlin: brightsky open_meteo met_no wttr
is Verstappen still leading: jolpica_f1 espn
how do I get from Zürich to Bern by eight: transport_opendata_ch transitous
my kid needs a definition of photosynthesis: wiktionary free_dictionary wikipedia
looking for somebody's ORCID: orcid
flag of Bhutan as an SVG: wikimedia_commons
what is the tallest waterfall in Norway: wikipedia wikidata geonames
which graphics card costs least: newegg amazon product_intelligence bing_shopping ebay
is the company Wirecard bankrupt: gleif opencorporates wikipedia google_news bing_news duckduckgo_news
share of renewables in Danish electricity: eurostat worldbank oecd data_europa
my flight to Tokyo was cancelled, where is the plane now: opensky
which vaccine against malaria is being tested: clinicaltrials pubmed europepmc who_gho
find the sheet of paper where Einstein said god does not play dice: wikiquote wikisource google_books
my python script imports requests, what is its newest release: pypi
are there beavers in Scotland: gbif inaturalist wikipedia
did Lakers win: espn thesportsdb
price history of a Nintendo Switch: product_intelligence ebay amazon
a podcast's latest show as mp3: podcast
how many people live in Kenya: worldbank wikidata wikipedia geonames
is the name coolstartup.io still free: whois rdap
new York subway art from the museum: met_museum
who is on the board of Tesla: sec_edgar wikidata wikipedia finnhub yahoo_finance
a photo of Saturn's rings: nasa_images wikimedia_commons
which German words mean the same as happy: wiktionary datamuse mymemory tatoeba
my docker image is outdated, which tags exist: docker_hub
how far is it from Madrid to Valencia on foot: osrm
what does the criminal code of England say on theft: uk_legislation
I am a nurse who wants to move to Canada, open positions: adzuna themuse
is bitcoin falling because people are scared: fear_greed coingecko social_sentiment coinpaprika
what other sites link to mine, and who beats me in Google: seo_competitors site_position
is there a tornado coming to Kansas: nws gdacs eonet
good two player co-op on PC: steam
`;

const FR_SITUATIONS = `
mon voisin veut construire, le terrain est-il inondable: georisques
je cherche un kiné à Annecy: annuaire_sante
le prix de l'essence près de Metz: carburants
le train pour Bruges est-il en retard: irail
combien vaut un T3 à Rennes: realestate_estimate dvf
mon fournisseur va-t-il couler: france_company bodacc
que faire samedi avec les enfants à Paris: paris_events openagenda culture_events
un mot qui rime avec amour: datamuse wiktionary
trouver un livre audio pour la route: librivox
quel temps pour ma randonnée dimanche: open_meteo met_no wttr
qui a inventé le téléphone: wikipedia wikidata dbpedia epo_ops
le lait contient-il du sucre: openfoodfacts usda
y a-t-il une faille dans ma version de nginx: nvd osv github_advisories cisa_kev
ma page s'affiche mal quand je la partage sur LinkedIn: opengraph seo_opengraph
je veux investir dans l'or et des actions: finance_portfolio yahoo_finance twelvedata alphavantage finnhub
l'association de mon quartier est-elle déclarée: associations
l'heure d'ouverture de la mairie: service_public
les dernières secousses au Chili: usgs_earthquakes gdacs eonet
un jeu de société pour deux: boardgamegeek
la loi sur le télétravail: legifrance
y a-t-il un concert de jazz à Nantes en juin: openagenda culture_events
un stage de graphiste: themuse adzuna remoteok remotive himalayas arbeitnow
mon site est lent sur téléphone: pagespeed seo_pagespeed
le vin contient-il des sulfites: openfoodfacts
qui a peint les Nymphéas: artic wikipedia wikidata met_museum europeana
ma voiture électrique est à plat: irve
quand a lieu le prochain grand prix: jolpica_f1 espn thesportsdb
un logiciel de montage pour Linux: flathub debian homebrew repology
le code du travail sur les congés: legifrance
à combien est l'action LVMH: yahoo_finance alphavantage finnhub twelvedata
mon ado dit « cringe », ça veut dire quoi: urban_dictionary wiktionary free_dictionary
une alternative à la librairie requests en Rust: crates
combien d'élèves dans ce lycée: annuaire_education
la maison a-t-elle une bonne isolation: dpe
un article payant que je voudrais lire sans payer: unpaywall core openalex doaj
quels brevets a déposés Airbus: epo_ops
peut-on boire l'eau à Limoges: eau_potable
un vol AF1234 est-il arrivé: opensky
`;

const wishesOf = (lines: string, language: Wish["language"]): readonly Wish[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const end = line.lastIndexOf(": ");
      return { words: line.slice(0, end), language, right: line.slice(end + 2).split(" ") };
    });

export const UNSEEN: readonly Wish[] = [...wishesOf(EN, "en"), ...wishesOf(FR, "fr")];

/** Eighty told as somebody's situation, full of names that no catalogue has: harder than wishes, and only counted. */
export const SITUATIONS: readonly Wish[] = [...wishesOf(EN_SITUATIONS, "en"), ...wishesOf(FR_SITUATIONS, "fr")];
