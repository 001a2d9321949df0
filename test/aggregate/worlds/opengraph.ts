import type { World } from "../support.ts";

export const PATH = "/seo/opengraph";

const PAGE = `<!doctype html><html lang="en"><head><title>Steel kettle</title>
<link rel="canonical" href="https://shop.example/kettle">
<meta property="og:title" content="A kettle that sings"><meta property="og:type" content="product.item">
<meta property="og:url" content="https://shop.example/kettle?from=mail">
<meta property="og:image" content="https://cdn.example/kettle.jpg"><meta property="og:image:width" content="600">
<meta property="og:image:height" content="400"><meta property="og:locale" content="en-GB">
<meta name="twitter:card" content="summary_large_image">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Kettle"}</script>
<script type="application/ld+json">{"@type":"Article","headline":"On kettles"}</script>
<script type="application/ld+json">{"@type": oops</script>
</head><body><h1>Kettle</h1></body></html>`;

export const WORLD: World = {
  pages: {
    "https://shop.example/kettle": { body: PAGE },
    "https://cdn.example/kettle.jpg": {
      body: "",
      headers: { "content-type": "image/jpeg", "content-length": "120000" },
    },
  },
};
