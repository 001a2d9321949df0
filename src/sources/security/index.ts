import { defineCategory } from "../define.ts";
import { cisaKev } from "./cisa_kev.ts";
import { epss } from "./epss.ts";
import { githubAdvisories } from "./github_advisories.ts";
import { hibpBreaches } from "./hibp_breaches.ts";
import { nvd } from "./nvd.ts";
import { osv } from "./osv.ts";
import { safeBrowsing } from "./safe_browsing.ts";
import { ssllabs } from "./ssllabs.ts";
import { urlhaus } from "./urlhaus.ts";
import { virustotal } from "./virustotal.ts";

const MINUTE = 60_000;

export const security = defineCategory("security", "Security", 30 * MINUTE, [
  nvd,
  osv,
  githubAdvisories,
  cisaKev,
  epss,
  hibpBreaches,
  urlhaus,
  safeBrowsing,
  virustotal,
  ssllabs,
]);
