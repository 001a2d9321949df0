import { z } from "zod";
import { textOfHtml } from "../../kit/html/dom.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { webUrl } from "../../kit/values/links.ts";
import { excerpt } from "../../kit/values/text.ts";

export const SITE = "https://www.ema.europa.eu";

/** A text, "" where there is none; some exports wrap it in a list of one. */
const Cell = z
  .union([z.string(), z.number().transform(String), z.array(z.string()).transform((texts) => texts.join("; "))])
  .nullish()
  .transform((value) => value?.trim() || undefined);

/** What every row of a list has; "" where the medicine has no name of its own. */
const Name = z
  .union([z.string(), z.array(z.string()).transform((texts) => texts.join("; "))])
  .transform((value) => value.trim() || undefined);

export const Medicine = z.object({
  category: Cell,
  name_of_medicine: Name,
  medicine_url: Cell,
  ema_product_number: Cell,
  medicine_status: Cell,
  international_non_proprietary_name_common_name: Cell,
  active_substance: Cell,
  therapeutic_area_mesh: Cell,
  atc_code_human: Cell,
  pharmacotherapeutic_group_human: Cell,
  therapeutic_indication: Cell,
  marketing_authorisation_developer_applicant_holder: Cell,
  marketing_authorisation_date: Cell,
  european_commission_decision_date: Cell,
  last_updated_date: Cell,
  additional_monitoring: Cell,
  biosimilar: Cell,
  conditional_approval: Cell,
  exceptional_circumstances: Cell,
  generic_or_hybrid: Cell,
  generic: Cell,
  orphan_medicine: Cell,
  prime_priority_medicine: Cell,
  patient_safety: Cell,
});

export const Letter = z.object({
  category: Cell,
  name_of_medicine: Name,
  active_substances: Cell,
  dhpc_type: Cell,
  regulatory_outcome: Cell,
  therapeutic_area_mesh: Cell,
  atc_code_human: Cell,
  dissemination_date: Cell,
  first_published_date: Cell,
  last_updated_date: Cell,
  dhpc_url: Cell,
});

export const Shortage = z.object({
  category: Cell,
  medicine_affected: Name,
  supply_shortage_status: Cell,
  availability_of_alternatives: Cell,
  international_non_proprietary_name_inn_or_common_name: Cell,
  international_non_proprietary_name_common_name: Cell,
  therapeutic_area_mesh: Cell,
  pharmaceutical_forms_affected: Cell,
  strengths_affected: Cell,
  start_of_shortage_date: Cell,
  expected_resolution_date: Cell,
  first_published_date: Cell,
  last_updated_date: Cell,
  shortage_url: Cell,
});

export const Referral = z.object({
  category: Cell,
  referral_name: Name,
  reference_number: Cell,
  current_status: Cell,
  international_non_proprietary_name_inn_common_name: Cell,
  associated_names_centrally_authorised_medicines: Cell,
  safety_referral: Cell,
  referral_type: Cell,
  procedure_start_date: Cell,
  european_commission_decision_date: Cell,
  last_updated_date: Cell,
  referral_url: Cell,
});

/** "31/12/2024". */
const dayOf = (written: string | undefined): string | undefined =>
  isoDate(written?.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, "$3-$2-$1"));

/** Yes and No; the Italian word has been seen. */
const flag = (written: string | undefined): boolean | undefined =>
  /^(?:yes|s[iì])$/i.test(written ?? "") ? true : /^no$/i.test(written ?? "") ? false : undefined;

const pageOf = (address: string | undefined): string | undefined =>
  webUrl(address?.startsWith("/") ? `${SITE}${address}` : address);

const parts = (written: string | undefined): string[] | undefined =>
  written?.split(/[;\n]/).flatMap((part) => textOfHtml(part) ?? []);

export function medicineOf(row: z.output<typeof Medicine>) {
  const indication = textOfHtml(row.therapeutic_indication);
  const name = row.name_of_medicine;
  return {
    title: name ?? row.ema_product_number ?? "",
    url: pageOf(row.medicine_url),
    snippet: excerpt(indication),
    id: row.ema_product_number,
    name,
    inn: row.international_non_proprietary_name_common_name,
    substances: parts(row.active_substance),
    status: row.medicine_status,
    holder: row.marketing_authorisation_developer_applicant_holder,
    indication,
    category: row.category,
    therapeuticAreas: parts(row.therapeutic_area_mesh),
    atc: row.atc_code_human,
    pharmacologicalGroup: row.pharmacotherapeutic_group_human,
    date: dayOf(row.marketing_authorisation_date ?? row.european_commission_decision_date),
    updatedAt: dayOf(row.last_updated_date),
    additionalMonitoring: flag(row.additional_monitoring),
    biosimilar: flag(row.biosimilar),
    conditionalApproval: flag(row.conditional_approval),
    exceptionalCircumstances: flag(row.exceptional_circumstances),
    generic: flag(row.generic_or_hybrid ?? row.generic),
    orphan: flag(row.orphan_medicine),
    priority: flag(row.prime_priority_medicine),
    patientSafety: flag(row.patient_safety),
  };
}

export function letterOf(row: z.output<typeof Letter>) {
  const date = dayOf(row.dissemination_date ?? row.first_published_date);
  const url = pageOf(row.dhpc_url);
  const said = [row.dhpc_type, row.regulatory_outcome].filter(Boolean).join(", ");
  return {
    title: [row.name_of_medicine ?? row.active_substances, row.dhpc_type].filter(Boolean).join(": "),
    url,
    snippet: said,
    name: row.name_of_medicine,
    substances: parts(row.active_substances),
    category: row.category,
    therapeuticAreas: parts(row.therapeutic_area_mesh),
    atc: row.atc_code_human,
    date,
    updatedAt: dayOf(row.last_updated_date),
    outcome: row.regulatory_outcome,
    warnings: said ? [{ text: said, date, url }] : undefined,
  };
}

export const shortageOf = (row: z.output<typeof Shortage>) => ({
  title: row.medicine_affected ?? "",
  url: pageOf(row.shortage_url),
  snippet: row.supply_shortage_status,
  name: row.medicine_affected,
  substances: parts(
    row.international_non_proprietary_name_inn_or_common_name ?? row.international_non_proprietary_name_common_name,
  ),
  form: row.pharmaceutical_forms_affected,
  strengths: row.strengths_affected,
  status: row.supply_shortage_status,
  category: row.category,
  therapeuticAreas: parts(row.therapeutic_area_mesh),
  alternatives: row.availability_of_alternatives,
  date: dayOf(row.start_of_shortage_date ?? row.first_published_date),
  until: dayOf(row.expected_resolution_date),
  updatedAt: dayOf(row.last_updated_date),
});

export const referralOf = (row: z.output<typeof Referral>) => ({
  title: row.referral_name ?? row.reference_number ?? "",
  url: pageOf(row.referral_url),
  snippet: [row.referral_type, row.current_status].filter(Boolean).join(", "),
  id: row.reference_number,
  name: row.associated_names_centrally_authorised_medicines,
  substances: parts(row.international_non_proprietary_name_inn_common_name),
  status: row.current_status,
  category: row.category,
  safety: flag(row.safety_referral),
  date: dayOf(row.procedure_start_date ?? row.european_commission_decision_date),
  updatedAt: dayOf(row.last_updated_date),
});
