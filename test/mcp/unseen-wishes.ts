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

const wishesOf = (lines: string, language: Wish["language"]): readonly Wish[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const end = line.lastIndexOf(": ");
      return { words: line.slice(0, end), language, right: line.slice(end + 2).split(" ") };
    });

export const UNSEEN: readonly Wish[] = [...wishesOf(EN, "en"), ...wishesOf(FR, "fr")];
