import type { PRODUCT_PAIRS } from "./product-pairs.ts";

/** A sixth set, written after the rules had been mended by the fifth, and tried once before they were mended by it. */
export const SIXTH_PAIRS: typeof PRODUCT_PAIRS = {
  "Fujifilm X-T5": {
    same: `Fujifilm X-T5 Body black
FUJIFILM XT5 40.2MP mirrorless camera silver
Fujifilm X-T5 boîtier nu argent
Fujifilm X-T5 Systemkamera Gehäuse`,
    other: `Fujifilm X-T4 body
Fujifilm X-T50 with XC15-45mm
Fujifilm X-T30 II
NP-W235 battery for Fujifilm X-T5
Fujifilm X-T5 L-plate grip
Eyecup Fujifilm X-T5
Fujifilm X-H2`,
  },
  "Bose SoundLink Flex": {
    same: `Bose SoundLink Flex Bluetooth Speaker stone blue
Enceinte Bose SoundLink Flex noire
Bose SoundLink Flex wasserdichter Lautsprecher`,
    other: `Bose SoundLink Micro
Bose SoundLink Revolve+
Silicone sleeve for Bose SoundLink Flex
Bose SoundLink Max
Bose SoundLink Flex carrying case
Bose SoundLink Mini II`,
  },
  "Radeon RX 7800 XT": {
    same: `Sapphire Pulse Radeon RX 7800 XT 16GB
PowerColor Hellhound AMD Radeon RX 7800 XT
XFX Speedster QICK 319 RX 7800XT 16 Go
ASUS TUF Radeon RX 7800 XT OC`,
    other: `Sapphire Pulse Radeon RX 7700 XT 12GB
AMD Radeon RX 7900 XT 20GB
Radeon RX 7800M eGPU
Gaming PC Ryzen 5 7600 Radeon RX 7800 XT 32GB
Thermal pads RX 7800 XT
RX 7800 XT anti-sag bracket
RX 6800 XT`,
  },
  "iPad Air 11": {
    same: `Apple iPad Air 11-inch M2 128GB Wi-Fi blue
iPad Air 11" M3 256GB
Apple iPad Air 11 pouces 128 Go
Apple iPad Air 11 Zoll (M2) 128GB Space Grau`,
    other: `Apple iPad Air 13-inch M2 128GB
Apple iPad Pro 11-inch M4
Apple iPad 10.9
Folio case iPad Air 11
Screen protector for iPad Air 11-inch
iPad mini 8.3`,
  },
  "Xiaomi Redmi Note 13 Pro": {
    same: `Xiaomi Redmi Note 13 Pro 8GB 256GB midnight black
Redmi Note 13 Pro 5G 12/512
Smartphone Xiaomi Redmi Note 13 Pro violet
Xiaomi Redmi Note 13 Pro Handy 256 GB`,
    other: `Xiaomi Redmi Note 13 Pro+ 5G
Xiaomi Redmi Note 13 128GB
Xiaomi Redmi Note 12 Pro
Redmi Note 13 Pro AMOLED screen replacement
Coque silicone Redmi Note 13 Pro
Xiaomi Redmi 13C`,
  },
  "Ninja Foodi AF400": {
    same: `Ninja Foodi Dual Zone Air Fryer AF400UK 9.5L
Ninja Foodi AF400EU Heißluftfritteuse
Friteuse sans huile Ninja Foodi AF400`,
    other: `Ninja Foodi AF300EU 7.6 L
Silicone liners for Ninja Foodi AF400
Ninja Foodi AF400 crisper plate
Ninja Foodi AF500 FlexDrawer
Ninja Foodi MAX OP500`,
  },
  "Steam Deck OLED": {
    same: `Valve Steam Deck OLED 512GB handheld
Steam Deck OLED 1TB
Console portable Valve Steam Deck OLED 512 Go
Valve Steam Deck OLED Konsole 1TB`,
    other: `Valve Steam Deck LCD 256GB
Steam Deck OLED docking station
Carrying case Steam Deck OLED
Steam Deck 64GB
Tempered glass protector Steam Deck OLED
JSAUX back plate for Steam Deck OLED`,
  },
  "Bosch GSR 18V-55": {
    same: `Bosch Professional GSR 18V-55 cordless drill driver
Bosch GSR 18V-55 Akku-Bohrschrauber solo
Perceuse visseuse Bosch GSR 18V-55
Bosch Professional GSR 18V-55 bare tool`,
    other: `Bosch GSB 18V-55 combi drill
Bosch GSR 18V-60 FC
Bosch GSR 12V-15
Carbon brushes Bosch GSR 18V-55
Chuck for Bosch GSR 18V-55
Bosch GSR 18V-150 C
Bosch GBA 18V 4.0Ah battery`,
  },
  "Sonos Era 100": {
    same: `Sonos Era 100 smart speaker black
Enceinte Sonos Era 100 blanche
Sonos Era 100 WLAN-Lautsprecher`,
    other: `Sonos Era 300
Sonos One SL
Wall bracket for Sonos Era 100
Sonos Era 100 floor stands pair
Sonos Ray
Sonos Era 100 line-in adapter`,
  },
  "Braun Series 9 Pro": {
    same: `Braun Series 9 Pro electric shaver 9477cc
Rasoir électrique Braun Series 9 Pro
Braun Series 9 Pro Rasierer mit Reinigungsstation`,
    other: `Braun Series 8 shaver
Braun Series 9 Pro cassette 94M shaver head
Braun Series 7
Braun Series 9 Pro+ 9577cc
Clean & Renew cartridges Braun Series 9 Pro
Power cord for Braun Series 9 Pro`,
  },
};
