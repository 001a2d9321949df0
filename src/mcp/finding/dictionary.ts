/*
 * A small dictionary, English and French: each line holds words that people use for one thing and the words that the parsers'
 * titles, descriptions and fields have for it. "a-b" is a phrase of two words.
 */
export const DICTIONARY = `
house home dwelling property real-estate flat apartment maison logement immobilier appartement bien-immobilier
sale sold transaction vente vendu acheter achat buy
rent rents rental renting loyer louer location-logement
price prices cost costs prix cher tarif cout combien-coute cheap cheapest moins-cher worth
commune town municipality city ville village communes
address adresse street rue numero postal code-postal
fuel petrol gasoline diesel carburant essence gazole plein station-service
charging charge recharge borne electric-vehicle voiture-electrique ev
school schools lycees colleges ecoles maternelle creche university-campus ecole college lycee education establishment annuaire-education
doctor physician gp dentist dentists nurse specialist pediatre kine healthcare-professional medecin generaliste dentiste infirmier sante professionnel
hospital clinic hopital clinique ehpad nursing etablissement-sante finess health-establishment
risk risks hazard flood flooding inondation inondable seisme danger catastrophe georisques natural-risks
bankrupt bankruptcy insolvency faillite liquidation redressement commercial-notices bodacc
company companies startup-company enterprises employer legal-entity firm business corporation societe entreprise enterprise siren register
director directors manager dirigeant dirige ceo patron gerant runs-company
association associations nonprofit club asso
tender tenders procurement appels-offres marche-public marches-publics notices-awards
water drinking-water eau robinet potable
energy-performance dpe diagnostic-energetique isolation energy-rating
shop shops commerce magasin boutique store equipements facilities services amenities
administration mairie prefecture town-hall public-service demarches service-public
park parks garden green-space espace-vert jardin nature
monument monuments castle chateau heritage patrimoine historic
museum museums musee oeuvre artwork painting paintings tableau peinture art sculpture
open-data dataset datasets data-set donnees-ouvertes jeu-donnees data-sets
station stations gare stop arret
train trains timetable sncf horaires billet tgv rer rail railway journey journeys horaires connection departures trajet
bus tram subway-status delays disruption perturbations retard retards lines metro subway public-transport transport transports-commun underground tube
plane airplane flight flights aircraft avion vol vols live-flights
bike bicycle velo cycling velos vls bikes
trip travel itinerary weekend-away partir holiday vacation voyage vacances journey destination tourisme tourist guide sejour
hotel hotels hostel accommodation places-stay hebergement
sight sights attraction attractions places-see visiter visit things-do curiosites
route routes directions itineraire drive driving car voiture road by-road
map maps carte place places geocoder lieu
coordinates latitude longitude gps coordonnees geocoder geocode
elevation altitude height sea-level denivele
restaurant restaurants cafe cafes bar supermarket toilets atm pharmacies pharmacy pharmacie bakery boulangerie places-kind nearby near-me pres-moi around
weather forecast umbrella sun soleil gel orage thunderstorm humidity climate canicule meteo temps rain rainy pluie snow temperature wind vent previsions sunny
aviation metar pilots airport aeroport taf
earthquake earthquakes seismic magnitude epicentre quake seisme tremblement-terre tremor
disaster disasters emergency flooding drought secheresse storm storms catastrophe alert alerts volcano volcan eruption wildfire cyclone hurricane incendie tempete
species insect insects butterfly papillon mushroom champignon flower fleur tree arbre whale mammal creature identify animal animals plant plants bird birds animaux plante oiseau espece wildlife faune flore
observation observations sighting sightings spotted
air-quality smog pollution pollen ozone pm25 qualite-air particulates
tide tides maree marees high-tide sea-water
share shares securities dividend action-boursiere etf fund funds sp nikkei stock stocks equity action bourse ticker symbol quote
index indices cac nasdaq dax
currency currencies exchange exchange-rates devise taux-change euro dollar convert conversion forex monnaie
interest rate rates taux inflation
coin coins solana dogecoin stablecoin altcoin blockchain defi bitcoin crypto cryptocurrency cryptomonnaie ethereum token btc cours
sentiment mood fear greed humeur opinion
portfolio assets diversification portefeuille investment investir invest
unemployment jobless chomage
gdp economy pib growth economic croissance indicators indicator
population demography inhabitants habitants census demographie
statistics statistic statistiques figures chiffres data indicators
health sante disease illness cancer diabetes diabete allergy allergie maladie life-expectancy
drug drugs medicine medicines medication medicament pill notice posologie dosage active-substance
side-effect side-effects adverse adverse-events effets-secondaires effets-indesirables warnings reactions
recall recalls pulled removed-market contaminated retrait rappel withdrawn recalled
trial trials recruiting clinical study essai essais-cliniques
label labels leaflet package-insert notice
interaction interactions interact
symptom symptoms symptome treatment traitement condition
law laws statutes code-civil article-loi parliament act-parliament legislation statute act loi texte droit reglement legal decree decret
court courts supreme judge lawsuit proces jugement arret case cases ruling rulings judgment tribunal jurisprudence decisions docket
patent patents brevet brevets invention
regulation regulations federal-register rule rules directive
job jobs opening openings employer recruiter embauche poste boulot position positions vacancy vacancies emploi offre-emploi work hiring career travail recrutement
remote telecommute teletravail home-office
salary wage salaire pay
song songs vinyl pressing lp cd albums single singer chanteur chanteuse discography discographie track tracks music musique chanson titre album artist artiste band recording
lyrics paroles words-song
radio stations-radio broadcast webradio
film films director realisateur blockbuster movie movies cinema cinematographique
series tv show shows television serie episode episodes saison
actor actress acteur actrice cast joue played filmography person
anime manga animation
game games steam pc-game video-game jeu jeux gaming play
board-game jeu-societe boardgame
chess echecs tournament
card cards carte-jeu magic
record records speedrun fastest
recipe recipes cook cooking cuisine recette recettes meal dish meals plat
calories vitamin vitamins protein-content sugar sucre nutrition nutrient nutrients kcal nutritional aliment food foods
barcode code-barres ean gtin product
ingredient ingredients additives allergens
brewery breweries beer biere brasserie
product products gadget phone telephone laptop ordinateur deal deals comparer compare produit article offers marketplace shopping buy acheter
reviews review avis ratings rating note rated
app apps application applications android iphone ios mobile play-store app-store
extension extensions add-on addons firefox browser-extension module
match matches game-results score scores football soccer fixture fixtures standings results resultats classement league ligue
basketball nba nfl hockey nhl american-football scoreboards
team teams player players equipe joueur club athlete
baseball mlb
race races racing formula f1 grand-prix course
tweet post posts message messages publication
hashtag hashtags tag
forum forums discussion discussions thread threads debate
question questions answer answers q-a programming-question help error
opinion opinions think people-say avis sentiment mentions
social reseau reseaux-sociaux social-network network
news headlines headline coverage reported breaking une presse-ecrite headlines actualite actualites article articles press journal presse information nouvelles stories
newspaper journal daily
rss feed atom flux feeds new-articles subscribe
podcast podcasts emission
channel channels chaine youtube-channel
video videos clip clips film-clip watch tutorial
picture pictures snapshot-photo illustration photograph photographs photo photos image images photographie wallpaper
free libre gratuit openly-licensed public-domain reuse open creative-commons royalty-free
stock-photo photos
university universities universite universites french-universities
owner owns own proprietaire registrant
space nasa astronomy espace rocket rockets launch launches fusee lancement satellite spaceflight
planet planets exoplanet exoplanete star
definition definitions meaning define mean sens signifie dictionary dictionnaire
synonym synonyms synonyme rhyme rhymes rime sound thesaurus
translate translation traduire traduction translated traduis
grammar spelling orthographe grammaire faute typo proofread correct
slang argot
sentence sentences example phrase phrases exemple
book books novels roman romans writer ecrivain publisher livre livres ebook novel roman edition isbn author auteur library bibliotheque
audiobook audiobooks livre-audio spoken
quote quotes quotation quotations citation citations-celebres
encyclopedia article encyclopedie wikipedia knowledge fact facts
textbook textbooks manuel
paper papers findings peer-reviewed scientifiques recherches etudes article scholarly research study scientific etude publication literature works academic scientifique
preprint preprints prepublication
journal journals revue
researcher researchers chercheur scientist author orcid
cite cites cited citation citations
pdf full-text free-copy open-access acces-libre
these theses thesis dissertation universite university universities dissertation archive
protein proteins enzyme enzymes sequence proteine
gene genes genome genetic genetique
molecule chemical compound compounds chimique chemistry chimie formula
structure structures crystal 3d
code source-code implementation programming functions snippet example function
repository repositories repo depot project projects open-source github
popular trending trend trends tendance tendances rising stars
issue issues bug bugs pull-request report
release releases version versions changelog sortie
package packages dependencies dependance installer install library libraries paquet bibliotheque-logicielle dependency module crate gem
python pypi
javascript node typescript npm
rust crates
ruby gem rubygems
php packagist composer
java maven
dotnet csharp nuget
golang go
elixir erlang hex
dart flutter pub
perl metacpan
docker container containers conteneur image-docker
linux distribution distributions debian ubuntu
mac macos homebrew
ai model models machine-learning llm intelligence-artificielle hugging
vulnerability vulnerabilities patch zero-day hole vulnerable vulnerabilite cve faille failles security exploit exploited advisory securite
leak leaked breach breaches password passwords pwned fuite piratage hacked mot-passe
malware virus scam trojan infected phishing malicious dangerous safe unsafe malveillant reputation hameconnage
certificate certificates certificat ssl tls https
domain domains domaine owner owns who-owns proprietaire registration registrar expire expires enregistrement whois rdap owner
dns record records mx nameserver
mail email e-mail spf dkim dmarc courriel
ip address-ip geolocation adresse-ip located
subdomain subdomains sous-domaine below
archive archived snapshot snapshots old-copy old-copies past version-page capture ancienne
rank ranking traffic popularity classement popular-site
title-tags meta metadata description balises
heading headings outline titres
link links lien liens broken-links backlinks
header headers entetes security-headers
speed fast phones-speed load loads loading-time faster slow quick rapide performance vitals loading vitesse lent lente pagespeed
screenshot capture-ecran picture-page
technology technologies cms framework wordpress built-with made-with
sitemap plan-site pages-site
robots robots-txt crawler crawlers indexing
readability readable lisibilite text-statistics
translation-tags hreflang alternates languages-page
structured-data json-ld schema
preview social-card open-graph twitter-card
keyword keywords mot-cle mots-cles seo phrase
volume monthly searches-month frequency month
position rank-google ranks positions
competitor competitors concurrent concurrents
serp results-page people-also-ask page-results snippets
suggestion suggestions autocomplete completion complete beginning-search type-ahead typing
audit check-site technical
change changes changed modification modifie monitor surveiller since-last
event events happening musical opera gig gigs evenements sorties expo evenement exhibition exhibitions exposition expositions concert concerts agenda sortir what-on spectacle theatre festival
weekend week-end
filing filings annual-report annual-reports financial-statements accounts sec comptes rapport-annuel
vat tva vat-number
lei identifier identifiers
government state federal public gouvernement etat
award awards contract contracts grant spending subvention
startup startups product-hunt new-products
china chinese chinois baidu mandarin
russia russian russe yandex cyrillic
czech tcheque seznam
germany german allemagne allemand bundesliga
france french francais francaise
uk british britain united-kingdom london anglais england royaume-uni londres
usa us american united-states states america etats-unis americain
japan japanese japon japonais
europe european eu europeen
switzerland swiss suisse sbb
belgium belgian belgique sncb
norway norwegian norvege
finland finnish finlande
spain latin-america spanish espagnol mercado
`;
