import type { PRODUCT_PAIRS } from "./product-pairs.ts";

/** A fifth set, written after the rules had been mended by the fourth, and tried once before they were mended by it. */
export const FIFTH_PAIRS: typeof PRODUCT_PAIRS = {
  "Dyson V15 Detect": {
    same: `Dyson V15 Detect Cordless Vacuum Cleaner Yellow/Nickel
Dyson V15 Detect aspirateur balai sans fil
Dyson V15 Detect kabelloser Staubsauger
Dyson V15 Detect Absolute with 8 accessories`,
    other: `Dyson V12 Detect Slim Cordless Vacuum
Dyson V15s Detect Submarine
HEPA filter for Dyson V15 Detect
Dyson V15 Detect bin replacement
Dyson V11 Torque Drive
Wall dock Dyson V15 Detect
Dyson V15 Detect Fluffy cleaner head`,
  },
  "GoPro HERO12 Black": {
    same: `GoPro HERO12 Black 5.3K Action Camera
GoPro HERO 12 Black waterproof camera
Caméra d'action GoPro HERO12 Black
GoPro HERO12 Black Actionkamera 27 MP`,
    other: `GoPro HERO11 Black
GoPro HERO12 Black Creator Edition bundle
GoPro HERO13 Black
Waterproof housing for GoPro HERO12 Black
GoPro Enduro battery HERO12 Black
GoPro HERO11 Black Mini
GoPro MAX 360`,
  },
  "Kindle Paperwhite": {
    same: `Amazon Kindle Paperwhite 16 GB, 6.8" display
Kindle Paperwhite (16GB) black, without ads
Liseuse Amazon Kindle Paperwhite 16 Go
Amazon Kindle Paperwhite E-Reader 2021 8GB`,
    other: `Amazon Kindle Oasis 32GB
Kindle Paperwhite Signature Edition 32 GB
Fabric cover Kindle Paperwhite
Kindle Paperwhite Kids 16GB
Amazon Kindle Scribe
Kindle 2022 6" 16GB
Sleeve for Kindle Paperwhite`,
  },
  "DJI Mini 4 Pro": {
    same: `DJI Mini 4 Pro drone with RC-N2
DJI Mini 4 Pro 249 g 4K HDR Drohne
Drone DJI Mini 4 Pro (DJI RC 2)
DJI Mini 4 Pro folding drone`,
    other: `DJI Mini 3 Pro
DJI Mini 3
DJI Mini 4K drone
DJI Mini 4 Pro propellers
Intelligent flight battery DJI Mini 4 Pro
ND filters set for DJI Mini 4 Pro
DJI Air 3 drone
DJI Mini 2 SE`,
  },
  "Logitech MX Master 3S": {
    same: `Logitech MX Master 3S Wireless Mouse graphite
Logitech MX Master 3S souris sans fil
Logitech MX Master 3S kabellose Maus, hellgrau
Mouse Logitech MX Master 3S Bluetooth`,
    other: `Logitech MX Master 3 Mouse
Logitech MX Anywhere 3S
Logitech MX Keys S keyboard
Hard case for Logitech MX Master 3S
Mouse feet skates Logitech MX Master 3S
Logitech MX Master 2S
Logitech MX Keys S and MX Master 3S combo`,
  },
  "KitchenAid Artisan 5KSM175": {
    same: `KitchenAid Artisan 5KSM175PS stand mixer red
KitchenAid Artisan 5KSM175 4.8 L Küchenmaschine
KitchenAid robot pâtissier Artisan 5KSM175 noir`,
    other: `KitchenAid Artisan Mini 5KSM3311
KitchenAid Classic 5K45SS
Flex edge beater KitchenAid Artisan 5KSM175
KitchenAid Artisan 5KSM125
Glass bowl for KitchenAid 5KSM175
KitchenAid Artisan 5KSM185`,
  },
  "Ryzen 7 7800X3D": {
    same: `AMD Ryzen 7 7800X3D 8-Core 4.2 GHz AM5 processor
AMD Ryzen 7 7800X3D Boxed
Processeur AMD Ryzen 7 7800X3D (tray)
CPU AMD Ryzen 7 7800X3D 96MB`,
    other: `AMD Ryzen 7 7700X
AMD Ryzen 9 7900X3D
AMD Ryzen 7 5800X3D
Gaming PC Ryzen 7 7800X3D RTX 4070 32GB
CPU cooler for Ryzen 7 7800X3D
AMD Ryzen 7 9800X3D
MSI B650 motherboard Ryzen 7 7800X3D combo`,
  },
  "Samsung 990 Pro 2TB": {
    same: `Samsung 990 PRO NVMe M.2 SSD 2TB
Samsung SSD 990 PRO 2 To PCIe 4.0
Samsung 990 Pro 2000GB 2TB MZ-V9P2T0BW
SSD Samsung 990 PRO 2TB interne`,
    other: `Samsung 990 EVO 2TB
Samsung 980 Pro 2TB
Samsung 990 Pro 1TB
Samsung 990 PRO 4TB with heatsink
Heatsink for Samsung 990 Pro 2TB
Samsung 990 EVO Plus 2TB`,
  },
  "PlayStation 5": {
    same: `Sony PlayStation 5 Console 825GB
PlayStation 5 Disc Edition console
Sony PlayStation 5 (PS5) Konsole mit Laufwerk
Console Sony PlayStation 5 standard blanche`,
    other: `Sony PlayStation 5 Pro 2TB
PlayStation 5 Slim Digital Edition
DualSense controller PlayStation 5
Marvel's Spider-Man 2 PlayStation 5
PlayStation 5 cooling stand
Sony PlayStation 4 console
God of War Ragnarök - PlayStation 5
PlayStation 5 HD Camera
PlayStation VR2`,
  },
  "Garmin Fenix 7": {
    same: `Garmin Fenix 7 Multisport GPS Watch
Garmin fēnix 7 47mm silver/graphite
Montre GPS Garmin Fenix 7 grise
Garmin Fenix 7 GPS-Multisport-Smartwatch`,
    other: `Garmin Fenix 7 Pro Sapphire Solar
Garmin Fenix 7S
Garmin Fenix 7X Solar
Garmin Fenix 6
QuickFit band for Garmin Fenix 7
Garmin Fenix 8
Charging cable Garmin Fenix 7
Tempered glass Garmin Fenix 7`,
  },
  "LG C3 OLED 55": {
    same: `LG OLED55C3 55" 4K OLED evo TV C3
LG OLED evo C3 55 inch Smart TV
TV LG C3 OLED 55 pouces`,
    other: `LG C2 OLED 55
LG C3 OLED 65 inch
LG G3 OLED 55
LG C3 OLED 55 remote control
Wall mount LG C3 OLED 55
LG B3 OLED 55`,
  },
  "Nespresso Vertuo Next": {
    same: `Nespresso Vertuo Next coffee machine by De'Longhi
Nespresso Vertuo Next ENV120 black
Machine à café Nespresso Vertuo Next Krups
Nespresso Vertuo Next Kaffeekapselmaschine`,
    other: `Nespresso Vertuo Pop
Nespresso Vertuo Plus
Nespresso Vertuo Next capsules 50 pack
Descaling kit Nespresso Vertuo Next
Nespresso Essenza Mini
Drip tray Nespresso Vertuo Next
Nespresso Vertuo Creatista`,
  },
};
