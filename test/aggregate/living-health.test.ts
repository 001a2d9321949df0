import { describe, expect, it } from "vitest";
import type { Facility } from "../../src/aggregate/france/living/facilities.ts";
import { healthIn, healthOf, physiciansIn } from "../../src/aggregate/france/living/health.ts";

const facility = (title: string | undefined, count: number | undefined, code = "D2xx"): Facility => ({
  source: "equipements",
  ...(title !== undefined && { title }),
  level: "type",
  code,
  domain: "D",
  ...(count !== undefined && { count }),
  year: 2024,
  geo: "2025-COM-38999",
});

const physician = (id: string, skill?: string, practices = 1) => ({
  source: "annuaire_sante" as const,
  id,
  ...(skill && { specialityCode: skill }),
  practices: Array.from({ length: practices }, () => ({})),
});

describe("health by the facilities", () => {
  it("is told by their words, and what no line is called by is not known", () => {
    expect(
      healthIn([
        facility("Médecin généraliste", 9),
        facility("Spécialiste en cardiologie", 2),
        facility("Spécialiste en pédiatrie", 1),
      ]),
    ).toEqual([{ generalistes: 9, specialistes: 3, annee: 2024 }]);
  });

  it("leaves out what is withheld, and says nothing of codes without words", () => {
    expect(healthIn([facility("Pharmacie", undefined), facility("Infirmier", 4)])).toEqual([
      { infirmiers: 4, annee: 2024 },
    ]);
    expect(healthIn([facility("D265", 9, "D265")])).toEqual([]);
    expect(healthIn([])).toEqual([]);
  });
});

describe("physicians by the directory", () => {
  it("are counted once, however many practices they have", () => {
    const people = [physician("1", "SM54", 2), physician("2", "SM04"), physician("2", "SM04"), physician("3")];
    expect(physiciansIn(people, ["38990"])).toEqual({ total: 3, general: 1, special: 1 });
  });

  it("are not known where not every row was read, or not every postal code", () => {
    const many = Array.from({ length: 250 }, (_, id) => physician(String(id), "SM54", 2));
    expect(physiciansIn(many, ["44000"])).toBeUndefined();
    expect(physiciansIn([physician("1")], ["1", "2", "3", "4", "5", "6"])).toBeUndefined();
    expect(physiciansIn([], ["44000"])).toBeUndefined();
  });
});

describe("what is known of health", () => {
  it("says of which territory physicians are counted, and a rate only of the commune", () => {
    const directory = healthOf(
      { pharmacies: 3, generalistes: 9 },
      { total: 5, general: 4, special: 1 },
      ["44000", "44100"],
      8000,
    );
    expect(directory).toEqual([
      {
        medecins: 5,
        medecins_source: "annuaire_sante",
        perimetre: "codes postaux 44000, 44100",
        generalistes: 4,
        specialistes: 1,
        pharmacies: 3,
      },
    ]);
    expect(healthOf({ generalistes: 9, specialistes: 3 }, undefined, [], 8000)).toMatchObject([
      { medecins: 12, medecins_source: "equipements", perimetre: "commune", medecins_pour_1000: 1.5 },
    ]);
    expect(healthOf({ pharmacies: 2 }, undefined, [], 8000)).toEqual([{ pharmacies: 2 }]);
    expect(healthOf(undefined, undefined, [], 8000)).toEqual([]);
  });
});
