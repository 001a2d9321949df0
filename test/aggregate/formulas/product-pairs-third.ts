import type { PRODUCT_PAIRS } from "./product-pairs.ts";

/** A third set of titles, written before any rule was tried on them. */
export const THIRD_PAIRS: typeof PRODUCT_PAIRS = {
  "Bose QuietComfort 45": {
    same: `Bose QuietComfort 45 Wireless Noise Cancelling Headphones, Triple Black
Bose QuietComfort 45 casque sans fil à réduction de bruit blanc
BOSE Quietcomfort 45 Kopfhörer, kabellos, schwarz
Bose QuietComfort 45 Bluetooth headphones with carrying case
Auriculares Bose QuietComfort 45 negro`,
    other: `Bose QuietComfort Ultra Headphones
Bose QuietComfort 35 II wireless headphones
Ear pads for Bose QuietComfort 45
Replacement cushions compatible with Bose QuietComfort 45
Bose QuietComfort Earbuds II
Hard case for Bose QuietComfort 45 headphones
Bose QuietComfort 45 headband replacement`,
  },
  "Galaxy S23": {
    same: `Samsung Galaxy S23 128GB Phantom Black Unlocked
Samsung Galaxy S23 5G 256 Go vert
SAMSUNG Galaxy S23 8GB/128GB Smartphone lavendel
Samsung Galaxy S23 SM-S911B Dual SIM
Smartphone Samsung Galaxy S23 6.1" 256GB crema`,
    other: `Samsung Galaxy S23 Ultra 256GB
Samsung Galaxy S23+ 512GB
Samsung Galaxy S23 FE 128GB
Samsung Galaxy S22 128GB
Coque Samsung Galaxy S23 silicone
Samsung Galaxy S23 LCD display assembly with frame
Galaxy S23 verre trempé lot de 3
Samsung Galaxy S24 128GB
Galaxy S23 battery EB-BS912ABY`,
  },
  "Canon EOS R10": {
    same: `Canon EOS R10 Mirrorless Camera Body
Canon EOS R10 boîtier nu
Canon EOS R10 Systemkamera Gehäuse schwarz
Canon EOS R10 24.2MP mirrorless digital camera
Canon EOS R10 Kit with RF-S 18-45mm lens`,
    other: `Canon EOS R100 mirrorless camera
Canon EOS R6 Mark II body
Canon EOS R50 with 18-45mm
Battery LP-E17 for Canon EOS R10
Canon EOS R10 screen protector tempered glass
Camera bag for Canon EOS R10
Canon EOS R8 body
Silicone case for Canon EOS R10`,
  },
  "Kindle Paperwhite": {
    same: `Amazon Kindle Paperwhite 16 GB 6.8" display black
Kindle Paperwhite 8 Go étanche noir
Kindle Paperwhite E-reader 32GB without ads
Amazon Kindle Paperwhite wasserfest 16 GB
Kindle Paperwhite (16 GB) adjustable warm light`,
    other: `Kindle Paperwhite Signature Edition 32 GB
Kindle Paperwhite Kids 16 GB
Case for Kindle Paperwhite 6.8
Housse Kindle Paperwhite en tissu
Kindle Scribe 64 GB
Kindle Oasis 32GB
Kindle Paperwhite screen protector
Kobo Clara 2E e-reader`,
  },
  "Dyson V11": {
    same: `Dyson V11 Cordless Vacuum Cleaner
Dyson V11 aspirateur balai sans fil
Dyson V11 kabelloser Staubsauger nickel/blau
Dyson V11 cord-free stick vacuum
Aspiradora sin cable Dyson V11`,
    other: `Dyson V11 battery replacement 4000mAh
Filter for Dyson V11
Dyson V11 Outsize cordless vacuum
Dyson V15 Detect
Dyson V10 cordless vacuum
Wall dock for Dyson V11
Brosse rotative pour Dyson V11
Dyson V11 trigger lock`,
  },
  "RTX 4070": {
    same: `MSI GeForce RTX 4070 Ventus 2X 12G OC
Gigabyte GeForce RTX 4070 WINDFORCE OC 12GB
ASUS Dual GeForce RTX 4070 12GB GDDR6X
NVIDIA GeForce RTX 4070 Founders Edition
Carte graphique Zotac RTX 4070 Twin Edge 12 Go`,
    other: `MSI GeForce RTX 4070 Ti Gaming X Trio 12G
ASUS TUF GeForce RTX 4070 SUPER 12GB
Gaming PC Ryzen 7 RTX 4070 32GB DDR5
Laptop ASUS ROG i9 RTX 4070 16GB
GeForce RTX 4060 8GB
Water block for RTX 4070 Founders Edition
RTX 4070 GPU support bracket
GeForce RTX 4070 Ti SUPER 16GB
Fan replacement for MSI RTX 4070`,
  },
  "Nespresso Vertuo Pop": {
    same: `Nespresso Vertuo Pop Coffee Machine, Liquorice Black
Krups Nespresso Vertuo Pop machine à café rouge
Nespresso Vertuo Pop Kaffeemaschine weiß
De'Longhi Nespresso Vertuo Pop ENV90 blue`,
    other: `Nespresso Vertuo Next coffee machine
Nespresso Vertuo Plus deluxe
Capsule holder for Nespresso Vertuo Pop
Drip tray Nespresso Vertuo Pop
Nespresso Essenza Mini
Nespresso Vertuo Pop+ machine red`,
  },
  "AirPods Pro 2": {
    same: `Apple AirPods Pro 2 USB-C
Apple AirPods Pro (2nd Generation) with MagSafe case
AirPods Pro 2 Apple écouteurs sans fil
Apple AirPods Pro 2. Generation weiß`,
    other: `Apple AirPods Pro 1st generation
Apple AirPods 3rd generation
Case cover for AirPods Pro 2
Apple AirPods Max silver
AirPods Pro 2 ear tips replacement memory foam
AirPods Pro 2 left earbud only replacement
AirPods 4 with ANC`,
  },
  "Instant Pot Pro": {
    same: `Instant Pot Pro 10-in-1 Pressure Cooker 6 Qt
Instant Pot Pro 8 quart multi cooker black
Instant Pot Pro autocuiseur électrique 5,7 L`,
    other: `Instant Pot Pro Crisp 8 quart air fryer
Instant Pot Duo 7-in-1
Instant Pot Pro Plus wifi
Sealing ring for Instant Pot Pro
Instant Pot Vortex
Glass lid for Instant Pot Pro 6 Qt`,
  },
  "GoPro HERO11": {
    same: `GoPro HERO11 Black action camera
GoPro HERO 11 Black 5.3K waterproof
Caméra GoPro HERO11 Black étanche
GoPro HERO11 Actionkamera schwarz`,
    other: `GoPro HERO11 Black Mini
GoPro HERO10 Black
GoPro HERO12 Black
Battery for GoPro HERO11
Coque de protection GoPro HERO11
GoPro HERO11 lens replacement glass
Chest mount for GoPro HERO11`,
  },
  "Sonos One": {
    same: `Sonos One smart speaker black
Sonos One enceinte connectée blanche
Sonos One (Gen 1) WLAN Lautsprecher
Sonos One altavoz inteligente negro`,
    other: `Sonos One SL speaker
Sonos One Gen 2 speaker black
Sonos Beam
Wall mount for Sonos One
Sonos One stand pair white
Sonos Era 100
Support mural pour Sonos One`,
  },
  "Xiaomi 13T": {
    same: `Xiaomi 13T 256GB black
Xiaomi 13T 5G 8/256 Go bleu
Smartphone Xiaomi 13T 12GB/256GB verde
Xiaomi 13T Dual SIM 256GB grün`,
    other: `Xiaomi 13T Pro 512GB
Xiaomi 13 256GB
Xiaomi 12T 128GB
Xiaomi 13T LCD touch screen digitizer
Coque Xiaomi 13T antichoc
Xiaomi 13 Lite
Xiaomi 14T 256GB`,
  },
  "Philips Airfryer XXL": {
    same: `Philips Airfryer XXL HD9650 black
Philips Airfryer XXL Premium 7.3L
Philips Airfryer XXL friteuse sans huile 7,3 L
Philips Airfryer XXL Heißluftfritteuse`,
    other: `Philips Airfryer XL HD9270
Philips Airfryer Essential
Baking tray for Philips Airfryer XXL
Replacement basket Philips Airfryer XXL
Papier cuisson pour Philips Airfryer XXL
Ninja Air Fryer Max XL`,
  },
  "Nintendo Switch OLED": {
    same: `Nintendo Switch OLED Model White Joy-Con
Console Nintendo Switch OLED blanche
Nintendo Switch OLED Konsole neon
Nintendo Switch (OLED model) console 64GB`,
    other: `Nintendo Switch Lite turquoise
Nintendo Switch 32GB grey
Zelda Tears of the Kingdom Nintendo Switch
Nintendo Switch OLED screen protector 2 pack
Nintendo Switch OLED dock set white
Carrying case for Nintendo Switch OLED
Nintendo Switch Pro Controller
Joy-Con pair Nintendo Switch`,
  },
  "Logitech MX Master 3S": {
    same: `Logitech MX Master 3S wireless mouse graphite
Souris Logitech MX Master 3S gris pâle
Logitech MX Master 3S Maus kabellos
Logitech MX Master 3S performance mouse 8K DPI`,
    other: `Logitech MX Master 3 mouse
Logitech MX Anywhere 3S
Logitech MX Master 3S for Mac mouse case
Mouse feet for Logitech MX Master 3S
Logitech MX Keys S keyboard
Battery for Logitech MX Master 3S`,
  },
  "iPad Air M2": {
    same: `Apple iPad Air M2 11-inch 128GB Wi-Fi blue
Apple iPad Air 11 M2 256 Go violet
iPad Air 13" M2 512GB Starlight
Apple iPad Air M2 (2024) Wi-Fi + Cellular`,
    other: `Apple iPad Pro M2 11-inch
Apple iPad Air M1 64GB
Case for iPad Air M2 11-inch
Apple iPad mini A17 Pro
Magic Keyboard for iPad Air M2
Paperfeel screen protector iPad Air M2`,
  },
};
