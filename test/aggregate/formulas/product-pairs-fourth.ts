import type { PRODUCT_PAIRS } from "./product-pairs.ts";

/** A fourth set, written after the rules had been mended by the third, and tried once. */
export const FOURTH_PAIRS: typeof PRODUCT_PAIRS = {
  "Pixel 8a": {
    same: `Google Pixel 8a 128GB Obsidian
Google Pixel 8a 5G 128 Go noir volcanique
Smartphone Google Pixel 8a 256GB Bay
Google Pixel 8a Dual SIM 128GB porzellan`,
    other: `Google Pixel 8 Pro 128GB
Google Pixel 8 128GB hazel
Google Pixel 7a 128GB
Coque Google Pixel 8a transparente
Google Pixel 8a OLED screen assembly
Back cover glass for Google Pixel 8a
Google Pixel 9a 128GB`,
  },
  "JBL Flip 6": {
    same: `JBL Flip 6 portable Bluetooth speaker blue
JBL Flip 6 enceinte portable étanche noire
JBL Flip 6 tragbarer Lautsprecher rot
Altavoz JBL Flip 6 negro`,
    other: `JBL Flip 5 speaker
JBL Charge 5 portable speaker
Hard case for JBL Flip 6
JBL Flip 6 battery replacement
JBL Flip 6 charging port board
JBL Clip 4`,
  },
  "Roomba j7": {
    same: `iRobot Roomba j7 robot vacuum
iRobot Roomba j7 aspirateur robot connecté
iRobot Roomba j7 (7150) Saugroboter`,
    other: `iRobot Roomba j7+ self-emptying robot vacuum
iRobot Roomba i7
Filters and brushes for Roomba j7
iRobot Roomba Combo j7 robot vacuum and mop
Side brush replacement Roomba j7
iRobot Roomba j9+`,
  },
  "DJI Mini 3": {
    same: `DJI Mini 3 drone with RC-N1 controller
DJI Mini 3 drone léger 4K
DJI Mini 3 Drohne 249 g`,
    other: `DJI Mini 3 Pro drone
DJI Mini 2 SE
DJI Mini 4 Pro
Propellers for DJI Mini 3
DJI Mini 3 intelligent flight battery
ND filter set DJI Mini 3
Landing pad for DJI Mini 3`,
  },
  "Ryzen 7 7800X3D": {
    same: `AMD Ryzen 7 7800X3D 8-core processor
AMD Ryzen 7 7800X3D boxed Prozessor AM5
Processeur AMD Ryzen 7 7800X3D 4,2 GHz
AMD Ryzen 7 7800X3D tray CPU`,
    other: `AMD Ryzen 9 7900X3D
AMD Ryzen 7 7700X
Gaming PC Ryzen 7 7800X3D RTX 4080 32GB
CPU cooler for Ryzen 7 7800X3D
AMD Ryzen 7 5800X3D
Motherboard combo Ryzen 7 7800X3D B650`,
  },
  "Garmin Fenix 7": {
    same: `Garmin Fenix 7 GPS smartwatch silver
Montre Garmin Fenix 7 multisports
Garmin fēnix 7 Multisport-Uhr schiefergrau`,
    other: `Garmin Fenix 7 Pro Solar
Garmin Fenix 7X sapphire
Garmin Fenix 6 Pro
Armband für Garmin Fenix 7
Screen protector Garmin Fenix 7
Garmin Fenix 7S
Charging cable for Garmin Fenix 7`,
  },
  "Bosch Tassimo Style": {
    same: `Bosch Tassimo Style coffee machine red
Bosch TASSIMO Style machine à café multi-boissons
Bosch Tassimo Style Kapselmaschine schwarz TAS1102`,
    other: `Bosch Tassimo My Way 2
Bosch Tassimo Happy TAS1002
Water tank for Bosch Tassimo Style
Descaling tablets for Bosch Tassimo
Bosch Tassimo Suny`,
  },
  "Xbox Series S": {
    same: `Microsoft Xbox Series S 512GB console white
Console Xbox Series S 512 Go
Xbox Series S Konsole weiß 1TB`,
    other: `Microsoft Xbox Series X 1TB
Xbox Wireless Controller for Xbox Series S
Forza Horizon 5 Xbox Series S
Cooling stand for Xbox Series S
Xbox One S 500GB`,
  },
};
