import { defineCategory } from "../define.ts";
import { cran } from "./cran.ts";
import { crates } from "./crates.ts";
import { debian } from "./debian.ts";
import { dockerHub } from "./docker_hub.ts";
import { goPackages } from "./go_packages.ts";
import { hex } from "./hex.ts";
import { homebrew } from "./homebrew.ts";
import { maven } from "./maven.ts";
import { metacpan } from "./metacpan.ts";
import { npm } from "./npm.ts";
import { nuget } from "./nuget.ts";
import { packagist } from "./packagist.ts";
import { pub } from "./pub.ts";
import { pypi } from "./pypi.ts";
import { repology } from "./repology.ts";
import { rubygems } from "./rubygems.ts";

const MINUTE = 60_000;

export const packages = defineCategory("packages", "Packages", 60 * MINUTE, [
  npm,
  pypi,
  crates,
  rubygems,
  packagist,
  maven,
  nuget,
  goPackages,
  hex,
  pub,
  metacpan,
  cran,
  dockerHub,
  homebrew,
  debian,
  repology,
]);
