import { creativeCommons } from "../kit/creative-commons.ts";

const cc = (path: string) => {
  const url = `https://creativecommons.org/${path}/`;
  return { license: creativeCommons(url), licenseUrl: url };
};

/** Licences by the number that photos name them by: https://www.flickr.com/services/api/flickr.photos.licenses.getInfo.html */
const LICENSES: Readonly<Record<string, { readonly license?: string | undefined; readonly licenseUrl?: string }>> = {
  "0": { license: "All Rights Reserved" },
  "1": cc("licenses/by-nc-sa/2.0"),
  "2": cc("licenses/by-nc/2.0"),
  "3": cc("licenses/by-nc-nd/2.0"),
  "4": cc("licenses/by/2.0"),
  "5": cc("licenses/by-sa/2.0"),
  "6": cc("licenses/by-nd/2.0"),
  "7": { license: "No known copyright restrictions", licenseUrl: "https://www.flickr.com/commons/usage/" },
  "8": { license: "United States Government Work", licenseUrl: "https://www.usa.gov/copyright.shtml" },
  "9": cc("publicdomain/zero/1.0"),
  "10": cc("publicdomain/mark/1.0"),
};

/** A photo's licence; of numbers unknown to us only the number. */
export const flickrLicense = (id: string | null | undefined) => ({ ...LICENSES[id ?? ""], licenseId: id });
