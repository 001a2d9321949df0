/*
 * The words by which a title is of another product than the one asked for: variants, accessories and parts in eight languages.
 */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
export const singular = (word: string): string =>
  word.length > 3
    ? word.replace(/(?<=ch|sh|x|ss)es$|(?<=[^aeiou])ies$|(?<!s|ie)s$/, (end) => (end === "ies" ? "y" : ""))
    : word;
const singulars = (words: string): ReadonlySet<string> => new Set([...setOf(words)].map(singular));

/** Beside a model's name these make another product of it: "iPhone 15 Pro" is no "iPhone 15". */
export const VARIANTS = setOf(
  `pro max plus ultra mini lite se fe xl xs xr ti super xt xtx gre slim oled air neo fold flip edge active classic elite mobile
   mk mark ii iii iv vi vii viii digital anniversary junior kids nano zoom pocket evo duo music solar
   sl crisp nova gourmet gradient outsize`,
);
/** Of these, those that are no word for what a thing is like: they tell a line apart within a name too. */
export const LINES = setOf("ultra lite se fe gradient crisp nova");
/** Parts and additions whose word alone makes a title theirs, in eight languages; singular, folded. */
export const ACCESSORIES = singulars(
  `case cover cable charger strap film stand adapter protector sleeve skin wrap wallet bracket backplate waterblock earpad
   cushion dummy joycon faceplate holster lanyard decal sticker screw riser replacement dock pouch grip bumper stylus kickstand
   housse coque etui chargeur support protection bracelet adaptateur coussinet oreillette manette remplacement pochette
   vitre sacoche batterie
   hulle schutzhulle tasche ladegerat kabel folie schutzfolie panzerglas halterung ersatz akku ersatzteil ohrpolster armband
   funda carcasa cargador correa soporte almohadilla repuesto bateria mando pelicula
   custodia pellicola caricatore cinturino cuscinetto ricambio supporto
   capa capinha carregador pulseira almofada
   hoesje oplader schermbeschermer houder oorkussen
   etui ladowarka szklo pokrowiec
   чехол стекло кабель зарядка амбушюры`,
);
/** Words that are parts only where they stand at the name or before it: a kettle may be of glass, headphones have batteries. */
export const PARTS = singulars(
  `part hinge brush roller head trigger lock lid chuck gear gearbox armature motor nozzle hose belt gasket ring knob tip blade
   filter panel bezel motherboard pcb button headband earcup joystick switch board station tank jug carafe digitizer
   propeller beater whisk feet skate grille pump thermostat drum shelf rack pitcher paddle needle cartridge toner ink
   capsule pod dustbag wand wheel tyre tire pedal saddle keycap antenna magnet housing descaler
   eyecup eyepiece diffuser plate liner cassette cord psu buckle earhook eartip foam flex hanger hook clamp rail cradle canister
   bulb
   helice fouet bol roue cartouche capsule bobine sac vitre ressort
   propeller ruhrbesen schneebesen rad reifen patrone kapsel feder rahmen sieb
   helice varilla rueda cartucho capsula muelle elica frusta ruota cartuccia
   burste dusenkopf brosse filtre joint embout couvercle cepillo filtro spazzola
   pad battery fan cooler heatsink controller glass kit mount holder block pair remote shell lens cap hood tripod bag box
   stickers ventilateur verre manette bag cordon`,
);
/** Things for a console that bear its name alone. */
export const PERIPHERAL =
  /\b(?:camera|headset|casque|kopfhorer|remote|telecommande|wheel|volant|lenkrad|keyboard|tastatur|clavier|mouse|souris|drive|festplatte|disque|vr\d?|dock|fan|stand|mount|skin|grip|plates?)\b/u;
/** Of the product itself: "dual fan", "30h battery", "with charging case". */
export const COUNTED = setOf("dual triple tri twin long life hour hours h built double");
/** Before the product's name these say that the thing is for it: "for Sony WH-1000XM5". */
export const FOR = setOf("for pour compatible fits fur para per voor passend geeignet adatto compativel dla для");
/** What comes with the product: "with charging case". */
export const WITH = setOf(
  "with w and incl includes including avec et inclus mit und con com e y met inkl included z с",
);

export const WITHOUT = setOf("sans sin ohne senza sem zonder without no bez без");

export const NOT_THE_THING =
  /\b(?:(?:signature|anniversary|kids) edition|(?:drip|crumb|sim) tray|box only|empty box|parts only|for parts|not working|spare parts?|replacement parts?|(?:user|instruction|owner s?) manual|manual only|boite vide|boite seule|pour pieces|pieces detachees|notice seule|mode d emploi|nur (?:die )?(?:verpackung|ohrpolster)|leerkarton|defekt|caja vacia|solo caja|scatola vuota|repair kit)\b|ケース|フィルム|カバー|保护壳|手机壳|케이스|필름/u;
/** The glass of a device, sold by itself: a "6.1 OLED display" is of a telephone, an "LCD display touch" is a part. */
export const PANEL =
  /\blcd (?:display|screen|touch|ecran|bildschirm|pantalla|schermo)\b|\b(?:display|screen|ecran|touch|bildschirm) (?:assembly|digiti[sz]er|touch|complet|einheit)\b|\becran lcd\b/u;
/** Things for it, where they do not come with it. */
export const THING_FOR_IT =
  /\b(?:joy[ -]?con|ear ?pads?|tempered glass|water ?block|screen protector|verre trempe|vidrio templado|vetro temperato)\b/u;
/** "3x" is a number of pieces at the beginning only: "VENTUS 3X" has three fans. */
export const BUNDLE =
  /\b(?:bundle|bundles|combo|lot of|lot de|set of|pack of|joblot|konvolut|lote de|lotto)\b|\b[2-9]\d? ?(?:pcs|pack)\b|^\W*[2-9]\d? ?x\b/u;
