import type { PRODUCT_PAIRS } from "./product-pairs.ts";

/** Further titles, written after the rules were made with `PRODUCT_PAIRS` in view. */
export const HELD_PAIRS: typeof PRODUCT_PAIRS = {
  "PlayStation 5": {
    same: `Sony PlayStation 5 Console Disc Edition
PlayStation 5 Konsole 825GB weiß
Console Sony PlayStation 5 825 Go
Sony PlayStation 5 console with DualSense controller
PlayStation5 825 GB system white`,
    other: `Elden Ring - PlayStation 5
God of War Ragnarök (PlayStation 5)
Spider-Man 2 for PlayStation 5
Sony PlayStation 5 Pro 2TB
DualSense Wireless Controller for PlayStation 5
PlayStation 5 vertical stand
Sony PlayStation 4 500GB
PlayStation 5 charging station
Support vertical pour PlayStation 5
PlayStation 5 faceplate black
Gran Turismo 7 PlayStation 5 game
PlayStation 5 Digital Edition console`,
  },
  "MacBook Air M2": {
    same: `Apple MacBook Air M2 13-inch 8GB 256GB Midnight
Apple 2022 MacBook Air Laptop with M2 chip
MacBook Air 13 M2 256 Go gris sidéral
Apple MacBook Air M2 (2022) 8-core GPU 512GB`,
    other: `Apple MacBook Pro M2 13-inch
MacBook Air M1 256GB
Case for MacBook Air M2
Coque MacBook Air M2 13 pouces
MacBook Air M3 13-inch
MacBook Air M2 charger 30W USB-C
Screen protector for MacBook Air M2
Hülle für MacBook Air M2`,
  },
  "Garmin Forerunner 255": {
    same: `Garmin Forerunner 255 GPS Running Smartwatch slate grey
Garmin Forerunner 255 46mm
Montre GPS Garmin Forerunner 255 bleu
Garmin Forerunner 255, heart rate monitor, with charging cable`,
    other: `Garmin Forerunner 255S
Garmin Forerunner 255 Music
Garmin Forerunner 265
Garmin Forerunner 955
Strap for Garmin Forerunner 255 silicone 22mm
Garmin Forerunner 255 screen protector 3 pack
Bracelet pour Garmin Forerunner 255
Garmin Forerunner 255 charger cable
Armband für Garmin Forerunner 255`,
  },
  "Bose QuietComfort 45": {
    same: `Bose QuietComfort 45 Bluetooth Wireless Headphones black
Casque Bose QuietComfort 45 blanc
Bose QuietComfort 45 over-ear, up to 24 hours battery
Bose QuietComfort 45 Kopfhörer, white smoke - gebraucht`,
    other: `Bose QuietComfort Ultra Headphones
Bose QuietComfort 35 II
Bose QuietComfort 45 ear cushion kit
Replacement earpads Bose QuietComfort 45
Bose QuietComfort Earbuds II
Carrying case Bose QuietComfort 45
Almohadillas para Bose QuietComfort 45`,
  },
  "GoPro Hero 11": {
    same: `GoPro HERO11 Black Waterproof Action Camera
GoPro Hero 11 Black 5.3K
Caméra GoPro Hero 11 Black
GoPro Hero 11 Actionkamera 27 MP`,
    other: `GoPro Hero 12 Black
GoPro Hero 11 Black Mini
GoPro Hero 11 battery charger dual
Waterproof housing for GoPro Hero 11
GoPro Hero 11 chest mount harness
GoPro Hero 10 Black
Akku GoPro Hero 11
GoPro Hero 11 lens cover replacement`,
  },
  "DJI Mini 3": {
    same: `DJI Mini 3 drone with RC-N1
DJI Mini 3 (DJI RC) lightweight 4K drone
Drone DJI Mini 3 avec télécommande
DJI Mini 3 Drohne 249 g`,
    other: `DJI Mini 3 Pro
DJI Mini 4 Pro drone
Propellers for DJI Mini 3
DJI Mini 3 battery
DJI Mini 3 Fly More bundle kit
DJI Mini 2 SE
Hélices pour DJI Mini 3
DJI Mini 3 carrying bag
ND filter set DJI Mini 3`,
  },
  "Logitech MX Master 3S": {
    same: `Logitech MX Master 3S Wireless Mouse graphite
Souris sans fil Logitech MX Master 3S
Logitech MX Master 3S kabellose Maus, 8000 dpi
Logitech MX Master 3S for Mac pale grey`,
    other: `Logitech MX Master 3
Logitech MX Master 2S
Logitech MX Anywhere 3S
Mouse feet for Logitech MX Master 3S
Logitech MX Master 3S case
Logitech MX Keys S
Logitech MX Master 3S + MX Keys combo`,
  },
  "Samsung 990 PRO 2TB": {
    same: `Samsung 990 PRO 2TB PCIe 4.0 NVMe M.2 SSD
SSD Samsung 990 PRO 2 To NVMe
Samsung MZ-V9P2T0BW 990 PRO 2TB
Samsung 990 Pro 2 TB M.2 interne SSD`,
    other: `Samsung 990 PRO 1TB NVMe
Samsung 990 PRO 4TB
Samsung 980 PRO 2TB
Samsung 990 EVO 2TB
Heatsink for Samsung 990 PRO 2TB
Gaming PC i7 RTX 4070 Samsung 990 PRO 2TB`,
  },
  "De'Longhi Magnifica S": {
    same: `De'Longhi Magnifica S ECAM 22.110.B coffee machine
DeLonghi Magnifica S Kaffeevollautomat schwarz
De'Longhi Magnifica S machine à café avec broyeur`,
    other: `De'Longhi Magnifica S brew group replacement
De'Longhi Magnifica Evo
Water filter for De'Longhi Magnifica S
De'Longhi Magnifica S drip tray
De'Longhi Dinamica Plus
De'Longhi Magnifica S water tank
Brühgruppe für De'Longhi Magnifica S`,
  },
  "Redmi Note 12": {
    same: `Xiaomi Redmi Note 12 128GB Onyx Gray
Xiaomi Redmi Note 12 4G 4/128 Go bleu
Redmi Note 12 Smartphone 6.67 inch`,
    other: `Xiaomi Redmi Note 12 Pro 5G
Xiaomi Redmi Note 12S
Xiaomi Redmi Note 11
Xiaomi Redmi Note 12 Pro+ 256GB
Funda Redmi Note 12
Verre trempé Redmi Note 12
Redmi Note 12 LCD display touch
Batteria per Redmi Note 12
Чехол Redmi Note 12`,
  },
  "Quest 3": {
    same: `Meta Quest 3 128GB VR headset
Meta Quest 3 512 GB Mixed Reality Headset
Casque VR Meta Quest 3 128 Go`,
    other: `Meta Quest 3S 128GB
Meta Quest 2 64GB
Head strap for Meta Quest 3
Meta Quest 3 Elite Strap
Lens protector Quest 3
Meta Quest 3 facial interface cover
Quest 3 controller grips
Meta Quest Pro`,
  },
  "Philips Hue Play": {
    same: `Philips Hue Play White and Color Ambiance light bar black
Philips Hue Play Lightbar weiß
Philips Hue Play barre lumineuse`,
    other: `Philips Hue Play Gradient Lightstrip 55
Philips Hue Go
Wall mount for Philips Hue Play
Philips Hue Play power supply adapter`,
  },
};
