/** Findings by their ids as the French prompts tell them; the answers themselves are in English. */
export const FRENCH: Readonly<Record<string, readonly [title: string, fix: string]>> = {
  "not-indexable": ["L'indexation de la page est interdite", "Retirez noindex de meta robots et de X-Robots-Tag."],
  "robots-blocks-all": [
    "robots.txt tient les moteurs à l'écart",
    "Remplacez la règle qui interdit tout par les seuls chemins à exclure.",
  ],
  "certificate-invalid": [
    "Le certificat n'est pas valide",
    "Installez un certificat pour cet hôte, avec toute sa chaîne.",
  ],
  "certificate-expires": ["Le certificat expire bientôt", "Renouvelez-le, et automatisez le renouvellement."],
  "listed-unsafe": [
    "Le site est signalé comme dangereux",
    "Trouvez et retirez ce qui est signalé, puis demandez un réexamen à chaque liste.",
  ],
  "domain-expires": ["Le domaine expire bientôt", "Renouvelez-le, et activez le renouvellement automatique."],
  "https-redirect-missing": [
    "http:// ne mène pas à https://",
    "Redirigez chaque adresse http:// vers https:// par 301.",
  ],
  "home-page-unreachable": [
    "La page d'accueil ne répond pas",
    "Faites répondre la page d'accueil par 200 ; vérifiez le serveur et son nom.",
  ],
  "home-page-fails": ["La page d'accueil répond par une erreur", "Faites répondre la page d'accueil par 200."],
  "vitals-poor": ["Les signaux web essentiels sont mauvais", "Voyez /seo/pagespeed pour ce qui fait gagner le plus."],
  "robots-failed": ["robots.txt répond par une erreur", "Répondez 200 avec les règles, ou 404 s'il n'y en a pas."],
  "robots-blocks-home": [
    "robots.txt interdit la page d'accueil",
    "Retirez la règle si la page d'accueil doit être trouvée.",
  ],
  "sitemap-missing": ["Il n'y a pas de plan de site", "Écrivez un plan de site et nommez-le dans robots.txt."],
  "sitemap-invalid": ["Le plan de site a des défauts", "Corrigez le XML : chaque entrée veut une adresse absolue."],
  "title-missing": ["La page n'a pas de titre", "Donnez-lui un titre de 15 à 60 caractères qui dit son sujet."],
  "title-several": ["La page a plusieurs titres", "Gardez un seul élément title."],
  "title-length": [
    "Le titre est trop court ou trop long pour être affiché en entier",
    "Ramenez le titre entre 15 et 60 caractères.",
  ],
  "title-long": ["Le titre est coupé dans les résultats", "Raccourcissez-le à 60 caractères."],
  "description-missing": ["La page n'a pas de méta-description", "Décrivez-la en 70 à 160 caractères."],
  "description-length": [
    "La méta-description est trop courte ou trop longue",
    "Ramenez-la entre 70 et 160 caractères.",
  ],
  "canonical-missing": [
    "La page d'accueil ne nomme pas d'URL canonique",
    "Nommez sa propre adresse dans link rel=canonical.",
  ],
  "canonical-elsewhere": [
    "L'URL canonique est une autre page",
    "Nommez l'adresse de la page elle-même, sauf si l'autre est voulue.",
  ],
  "canonical-not-self": [
    "La page ne se nomme pas elle-même comme URL canonique",
    "Mettez dans link rel=canonical l'adresse absolue de la page, sauf si une autre doit être trouvée à sa place.",
  ],
  "h1-missing": ["La page d'accueil n'a pas de h1", "Donnez-lui un h1 qui dit son sujet."],
  "h1-several": ["La page d'accueil a plusieurs h1", "Gardez un h1, faites des autres des h2."],
  "h1-not-one": [
    "La page n'a pas exactement un h1",
    "Donnez-lui un h1 qui dit son sujet, et faites des autres des h2.",
  ],
  "hsts-missing": ["Strict-Transport-Security manque", "Envoyez max-age=31536000; includeSubDomains."],
  "csp-missing": [
    "Content-Security-Policy manque",
    "Nommez les hôtes d'où les scripts peuvent venir ; commencez par une politique qui ne fait que signaler.",
  ],
  "dmarc-missing": [
    "Le domaine n'a pas d'enregistrement DMARC",
    "Publiez _dmarc avec p=none et des rapports, puis p=quarantine.",
  ],
  "hreflang-errors": ["Les versions en d'autres langues ont des erreurs", "Voyez /seo/hreflang pour chaque balise."],
  "structured-data-errors": [
    "Les données structurées ont des erreurs",
    "Corrigez ce qui est nommé, puis testez la page avec les outils des moteurs.",
  ],
  "vitals-to-improve": [
    "Les signaux web essentiels peuvent être améliorés",
    "Voyez /seo/pagespeed pour ce qui fait gagner le plus.",
  ],
  "open-graph-incomplete": ["Open Graph est incomplet", "Ajoutez les balises qui manquent."],
  "twitter-card-incomplete": ["La carte Twitter est incomplète", "Ajoutez les balises qui manquent."],
  "twitter-card-missing": [
    "Aucune carte Twitter n'est nommée",
    'Ajoutez meta name="twitter:card" content="summary_large_image".',
  ],
  "headers-weak": [
    "D'autres en-têtes de sécurité manquent ou sont faibles",
    "Envoyez-les comme le conseille /page/http_headers.",
  ],
  "server-leaks": ["Des en-têtes disent ce que le serveur emploie", "Ne les envoyez pas, ou sans versions."],
  "caa-missing": [
    "Aucun enregistrement CAA ne dit qui peut émettre des certificats",
    "Publiez CAA avec l'autorité que vous employez.",
  ],
  "dnssec-missing": ["Le domaine n'est pas signé par DNSSEC", "Activez-le auprès du bureau d'enregistrement."],
  "cms-version-shown": ["La page montre la version de son système", "Retirez la version de la page."],
  "status-not-200": [
    "La page ne répond pas par le statut 200",
    "Répondez par le statut 200 à l'adresse qui doit être trouvée.",
  ],
  "viewport-missing": [
    "La page n'a pas de viewport pour petits écrans",
    'Ajoutez meta name="viewport" content="width=device-width, initial-scale=1".',
  ],
  "language-missing": ["La page ne dit pas sa langue", "Nommez-la dans l'attribut lang de l'élément html."],
  "text-thin": [
    "Le texte principal est court",
    "Développez le sujet : 300 mots au moins si la page doit être trouvée par ce qu'elle dit.",
  ],
  "term-too-dense": ["Un mot fait plus de 4 % du texte", "Remplacez-le par endroits par d'autres mots ou des pronoms."],
  "internal-links-few": [
    "La page mène à peu de pages de son site",
    "Liez trois pages proches au moins, avec des mots qui disent ce qui s'y trouve.",
  ],
  "keyword-not-in-title": ["Le titre ne nomme pas le mot-clé", "Mettez le mot-clé vers le début du titre."],
  "keyword-not-in-h1": ["Le h1 ne nomme pas le mot-clé", "Dites le mot-clé dans le h1."],
  "keyword-not-in-beginning": [
    "Les 100 premiers mots ne nomment pas le mot-clé",
    "Dites le mot-clé dans le premier paragraphe.",
  ],
  "keyword-not-in-url": [
    "L'adresse ne nomme pas le mot-clé",
    "Nommez-le dans l'adresse des nouvelles pages ; laissez ou redirigez celle d'une ancienne.",
  ],
  "heading-level-skipped": [
    "Le plan saute un niveau d'intertitre",
    "Placez chaque intertitre un niveau sous celui dont il dépend.",
  ],
  "text-hard": ["Le texte est difficile à lire", "Écrivez des phrases plus courtes et des mots plus courants."],
  "images-without-alt": [
    "Des images n'ont pas de texte de remplacement",
    "Décrivez chaque image dans son attribut alt ; laissez-le vide si elle ne fait que décorer.",
  ],
  "external-links-none": ["La page ne mène à aucun autre site", "Liez les sources de ce que dit la page."],
};
