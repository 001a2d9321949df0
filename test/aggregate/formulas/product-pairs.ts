/** Titles as shops write them, by the product asked for: those that are it, and those that are something else. */
export const PRODUCT_PAIRS: Readonly<Record<string, { readonly same: string; readonly other: string }>> = {
  "Sony WH-1000XM4": {
    same: `Sony WH-1000XM4 Wireless Premium Noise Canceling Overhead Headphones with Mic
SONY WH1000XM4/B Casque Bluetooth à réduction de bruit - Noir
Sony WH-1000XM4 kabelloser Noise Cancelling Kopfhörer (30h Akku) silber
Sony WH-1000XM4 Over-Ear Headphones, midnight blue, with carrying case and cable
Auriculares inalámbricos Sony WH-1000XM4 con cancelación de ruido
Sony WH1000XM4 Black Headphones - Like New
Cuffie Sony WH-1000XM4 bluetooth nere`,
    other: `Sony WH-1000XM5 Wireless Noise Canceling Headphones
Sony WF-1000XM4 True Wireless Earbuds
Replacement ear pads for Sony WH-1000XM4
Ohrpolster für Sony WH-1000XM4 Kopfhörer schwarz
Hard case for Sony WH-1000XM4 headphones
Sony WH-1000XM4 headband cushion cover
Coussinets d'oreille pour Sony WH1000XM4
Funda dura para Sony WH-1000XM4
Sony WH-1000XM4 BOX ONLY no headphones
Sony WH-1000XM4 right side hinge part
Cavo audio di ricambio per Sony WH-1000XM4`,
  },
  "iPhone 14": {
    same: `Apple iPhone 14 128GB Midnight Unlocked
Apple iPhone 14 (256 Go) - Bleu
iPhone 14 5G 128 GB Lila, ohne Simlock
Apple iPhone 14, 128GB, Starlight - Fully Unlocked (Renewed)
iPhone14 128GB 【中古】
Apple iPhone 14 256 GB blanco estrella
Apple iPhone 14 (PRODUCT)RED 512GB
Смартфон Apple iPhone 14 128GB чёрный`,
    other: `Apple iPhone 14 Pro 128GB Deep Purple
Apple iPhone 14 Plus 256GB
Apple iPhone 14 Pro Max 1TB gold
iPhone 14 Case clear shockproof
Coque iPhone 14 silicone MagSafe
Hülle für iPhone 14 transparent
Pellicola vetro iPhone 14
iPhone 14 screen replacement OLED assembly kit
iPhone 14 back glass
Apple iPhone 13 128GB, iOS 14
Apple iPhone 15 128GB
Чехол для iPhone 14 прозрачный
iPhone 14 ケース クリア
Capa para iPhone 14 anti impacto
iPhone 14 dummy phone display model
3 pack iPhone 14 privacy screen protector`,
  },
  "RTX 4070": {
    same: `ASUS Dual GeForce RTX 4070 12GB GDDR6X Graphics Card
MSI GeForce RTX 4070 VENTUS 3X 12G OC
Gigabyte GeForce RTX 4070 WINDFORCE OC 12G
PNY GeForce RTX4070 12GB XLR8 Gaming VERTO triple fan
Carte graphique Zotac Gaming GeForce RTX 4070 Twin Edge 12 Go
KFA2 GeForce RTX 4070 1-Click OC Grafikkarte 12 GB`,
    other: `MSI GeForce RTX 4070 Ti 12GB
Gigabyte GeForce RTX 4070 SUPER EAGLE OC 12G
ASUS TUF Gaming RTX 4070 Ti SUPER 16GB
ASUS ROG Strix G16 Laptop i7 RTX 4070 16GB RAM 1TB SSD
Gaming PC Ryzen 7 7800X3D RTX 4070 32GB DDR5
PC Gamer RTX 4070 Intel i5 13400F 16 Go
RTX 4070 GPU bracket anti sag holder
Water block for RTX 4070 Founders Edition
RTX 4070 cooling fan replacement 95mm
GeForce RTX 4060 8GB
Komplett-PC mit RTX 4070, Ryzen 5
Lenovo Legion 5 Notebook RTX 4070
Nvidia RTX 4070 backplate custom`,
  },
  "Nintendo Switch": {
    same: `Nintendo Switch Console with Neon Blue and Red Joy-Con
Nintendo Switch 32GB Grey console
Console Nintendo Switch grise
Nintendo Switch Konsole neon-rot/neon-blau`,
    other: `Nintendo Switch OLED Model White
Nintendo Switch Lite Turquoise
Nintendo Switch 2 Console
Mario Kart 8 Deluxe - Nintendo Switch
The Legend of Zelda: Tears of the Kingdom (Nintendo Switch)
Nintendo Switch Pro Controller
Carry case for Nintendo Switch
Nintendo Switch dock station replacement
Manette Pro pour Nintendo Switch
Joy-Con pair for Nintendo Switch neon
Nintendo Switch AC adapter charger
Super Mario Odyssey Nintendo Switch game
Animal Crossing New Horizons für Nintendo Switch`,
  },
  "Dyson V11": {
    same: `Dyson V11 Absolute cordless vacuum cleaner
Dyson V11 Torque Drive Cordless Stick Vacuum, Blue
Aspirateur balai Dyson V11
Dyson V11 kabelloser Staubsauger
Dyson V11 Animal cordless vacuum, 60 min run time`,
    other: `Dyson V11 battery replacement 25.2V
Dyson V15 Detect cordless vacuum
Dyson V10 Animal
Filter for Dyson V11
Filtre pour Dyson V11 lot de 2
Dyson V11 wall dock charger
Akku für Dyson V11
Dyson V11 trigger switch lock
Dyson V11 roller brush head
Bürste für Dyson V11`,
  },
  "Canon EOS R6": {
    same: `Canon EOS R6 Mirrorless Digital Camera (Body Only)
Canon EOS R6 body
Boîtier Canon EOS R6 nu
Canon EOS R6 Gehäuse schwarz
Canon EOS R6 Full-Frame Mirrorless Camera, 20.1MP`,
    other: `Canon EOS R6 Mark II Body
Canon EOS R5 Body
Canon EOS R6 II mirrorless
Battery grip for Canon EOS R6
Canon EOS R6 LCD screen protector
L-bracket for Canon EOS R6
Canon EOS R6 user manual
Canon EOS R7 body
Sangle pour Canon EOS R6
Canon EOS R6 silicone skin cover`,
  },
  "Kindle Paperwhite": {
    same: `Amazon Kindle Paperwhite 16 GB e-reader, black
Kindle Paperwhite 8GB with adjustable warm light
Liseuse Amazon Kindle Paperwhite 16 Go
Amazon Kindle Paperwhite eReader, wasserfest, 16 GB`,
    other: `Kindle Paperwhite case leather
Kindle Paperwhite Signature Edition 32GB
Kindle Paperwhite Kids 16GB
Kindle Oasis 32GB
Hülle für Kindle Paperwhite
Étui Kindle Paperwhite en cuir
Screen protector Kindle Paperwhite matte
Kindle Scribe 64GB
Kindle Paperwhite (7th generation)`,
  },
  "AirPods Pro": {
    same: `Apple AirPods Pro with MagSafe Charging Case
Apple AirPods Pro, white
Apple AirPods Pro avec boîtier de charge`,
    other: `Apple AirPods Max space grey
Apple AirPods (3rd generation)
AirPods Pro case silicone
Ear tips for AirPods Pro
AirPods Pro 2
Apple AirPods Pro (2nd generation) USB-C
Left AirPod Pro replacement
Coque AirPods Pro transparente
Embouts pour AirPods Pro`,
  },
  "Samsung Galaxy S23": {
    same: `Samsung Galaxy S23 5G 128GB Phantom Black
SAMSUNG Galaxy S23 Smartphone 256GB cream unlocked
Samsung Galaxy S23 8/256 Go vert
Samsung Galaxy S23 128 GB Dual SIM lavendel`,
    other: `Samsung Galaxy S23 Ultra 256GB
Samsung Galaxy S23+ 256GB
Samsung Galaxy S23 FE 128GB
Samsung Galaxy S22 128GB
Galaxy S23 case clear
Panzerglas für Samsung Galaxy S23
Samsung Galaxy S23 Plus 512GB
Galaxy S23 back cover glass
Samsung Galaxy S24 128GB
Galaxy S23 OLED display assembly`,
  },
  "Makita DHP484": {
    same: `Makita DHP484 Akku-Schlagbohrschrauber 18 V
Makita DHP484 18V cordless combi drill body only
Perceuse visseuse Makita DHP484 18V`,
    other: `Makita DHP486Z 18V Combi Drill
Armature for Makita DHP484
Makita DHP484 carbon brush set
Makita DHP484 gear box spare part
Makita DHP484 switch replacement
Makita DHP482 18V drill`,
  },
  "Instant Pot Duo": {
    same: `Instant Pot Duo 7-in-1 Electric Pressure Cooker, 6 Quart
Instant Pot Duo 6 Qt multi cooker stainless steel
Instant Pot Duo 5.7 L Schnellkochtopf`,
    other: `Instant Pot Duo Plus 9-in-1
Instant Pot Duo Nova
Instant Pot Duo Crisp with air fryer
Sealing ring for Instant Pot Duo
Instant Pot Ultra 6 quart
Instant Pot Duo inner pot replacement
Instant Pot Duo glass lid`,
  },
  "Ryzen 7 7800X3D": {
    same: `AMD Ryzen 7 7800X3D 8-Core 4.2GHz AM5 processor
AMD Ryzen 7 7800X3D Boxed
Processeur AMD Ryzen 7 7800X3D (4.2 GHz / 5.0 GHz)
AMD Ryzen 7 7800X3D tray`,
    other: `AMD Ryzen 7 7700X
AMD Ryzen 9 7950X3D
Gaming PC AMD Ryzen 7 7800X3D RTX 4080 32GB
AMD Ryzen 7 5800X3D
AMD Ryzen 7 7800X3D + ASUS B650 motherboard bundle
CPU cooler for AMD Ryzen 7 7800X3D
AMD Ryzen 7 7800X3D empty box`,
  },
  "LEGO 10300": {
    same: `LEGO 10300 Back to the Future Time Machine
LEGO Icons 10300 DeLorean, 1872 pieces, new sealed
LEGO 10300 Retour vers le futur`,
    other: `Light kit for LEGO 10300 Back to the Future
Display case for LEGO 10300
LEGO 10295 Porsche 911
LEGO 10300 sticker sheet only
LEGO 10300 instruction manual only
Acrylic stand for LEGO 10300`,
  },
  "Bosch GSR 12V-15": {
    same: `Bosch Professional GSR 12V-15 cordless drill
Bosch GSR 12V-15 Akkuschrauber blau
Perceuse-visseuse Bosch GSR 12V-15 sans fil`,
    other: `Bosch GSR 12V-35 FC
Bosch GSB 12V-15 combi drill
Bosch GSR 18V-55
Chuck for Bosch GSR 12V-15
Bosch GSR 12V-15 switch replacement`,
  },
};
