/** What Google's rich results require and recommend of each type (https://developers.google.com/search/docs/appearance/structured-data). */
interface Wanted {
  readonly required: readonly string[];
  /** One of these is required. */
  readonly oneOf?: readonly string[];
  readonly recommended?: readonly string[];
}

/** Where a type of schema.org stands among those that are judged: its subtypes are judged as it is. */
const SUBTYPES: Readonly<Record<string, string>> = {
  Article: `TechArticle APIReference NewsArticle AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle OpinionNewsArticle
    ReportageNewsArticle ReviewNewsArticle AdvertiserContentArticle SatiricalArticle ScholarlyArticle MedicalScholarlyArticle
    Report SocialMediaPosting BlogPosting LiveBlogPosting DiscussionForumPosting`,
  Product:
    "IndividualProduct ProductModel SomeProducts ProductGroup ProductCollection Vehicle Car Motorcycle BusOrCoach MotorizedBicycle",
  Event: `BusinessEvent ChildrensEvent ComedyEvent ConferenceEvent DanceEvent DeliveryEvent EducationEvent ExhibitionEvent Festival
    FoodEvent Hackathon LiteraryEvent MusicEvent PerformingArtsEvent PublicationEvent BroadcastEvent SaleEvent ScreeningEvent
    SocialEvent SportsEvent TheaterEvent VisualArtsEvent`,
  LocalBusiness: `AnimalShelter AutomotiveBusiness AutoBodyShop AutoDealer AutoPartsStore AutoRental AutoRepair AutoWash GasStation
    MotorcycleDealer MotorcycleRepair ChildCare Dentist DryCleaningOrLaundry EmergencyService FireStation Hospital PoliceStation
    EmploymentAgency EntertainmentBusiness AdultEntertainment AmusementPark ArtGallery Casino ComedyClub MovieTheater NightClub
    FinancialService AccountingService AutomatedTeller BankOrCreditUnion InsuranceAgency FoodEstablishment Bakery BarOrPub Brewery
    CafeOrCoffeeShop Distillery FastFoodRestaurant IceCreamShop Restaurant Winery GovernmentOffice PostOffice
    HealthAndBeautyBusiness BeautySalon DaySpa HairSalon HealthClub NailSalon TattooParlor HomeAndConstructionBusiness Electrician
    GeneralContractor HVACBusiness HousePainter Locksmith MovingCompany Plumber RoofingContractor InternetCafe LegalService Attorney
    Notary Library LodgingBusiness BedAndBreakfast Campground Hostel Hotel Motel Resort SkiResort VacationRental MedicalBusiness
    MedicalClinic Optician Pharmacy Physician VeterinaryCare ProfessionalService RadioStation RealEstateAgent RecyclingCenter
    SelfStorage ShoppingCenter SportsActivityLocation BowlingAlley ExerciseGym GolfCourse PublicSwimmingPool SportsClub
    StadiumOrArena TennisComplex Store BikeStore BookStore ClothingStore ComputerStore ConvenienceStore DepartmentStore
    ElectronicsStore Florist FurnitureStore GardenStore GroceryStore HardwareStore HobbyShop HomeGoodsStore JewelryStore LiquorStore
    MensClothingStore MobilePhoneStore MovieRentalStore MusicStore OfficeEquipmentStore OutletStore PawnShop PetStore ShoeStore
    SportingGoodsStore TireShop ToyStore WholesaleStore TelevisionStation TouristInformationCenter TravelAgency`,
  Review: "CriticReview EmployerReview UserReview",
};

const JUDGED_AS: ReadonlyMap<string, string> = new Map(
  Object.entries(SUBTYPES).flatMap(([type, subtypes]) =>
    subtypes.split(/\s+/).map((subtype): [string, string] => [subtype, type]),
  ),
);

/** Types that other entities are described with: values, actions, media and pages, which nobody shows by a name. */
const NAMELESS =
  /^(?:ImageObject|MediaObject|AudioObject|Barcode|(?:\w+)?(?:Page|WebPage)|\w*Action|EntryPoint|PostalAddress|Geo\w+|\w*Rating|\w*Offer|OfferCatalog|ItemList|ListItem|ContactPoint|OpeningHoursSpecification|\w*Specification|QuantitativeValue\w*|PropertyValue|MonetaryAmount\w*|StructuredValue|Comment|Answer|Question|CommentAction|Country|SiteNavigationElement|WP\w+)$/;

const ARTICLE: Wanted = { required: [], recommended: ["headline"] };

const WANTED: ReadonlyMap<string, Wanted> = new Map(
  Object.entries<Wanted>({
    Article: ARTICLE,
    Product: { required: ["name"], oneOf: ["offers", "review", "aggregateRating"] },
    Event: { required: ["name", "startDate", "location"] },
    Recipe: { required: ["name", "image"] },
    BreadcrumbList: { required: ["itemListElement"] },
    LocalBusiness: { required: ["name", "address"] },
    VideoObject: { required: ["name", "thumbnailUrl", "uploadDate"] },
    JobPosting: { required: ["title", "description", "datePosted", "hiringOrganization", "jobLocation"] },
    Review: { required: ["itemReviewed", "author", "reviewRating"] },
    FAQPage: { required: ["mainEntity"] },
  }),
);

const OTHERS: Wanted = { required: ["name"] };
const NOTHING: Wanted = { required: [] };

/** What an entity of a type lacks. Of several one must be there, all are named, joined with " or ". */
export function lackOf(
  type: string,
  data: Readonly<Record<string, unknown>>,
): { readonly required: readonly string[]; readonly recommended: readonly string[] } {
  const judged = WANTED.get(JUDGED_AS.get(type) ?? type) ?? (NAMELESS.test(type) ? NOTHING : OTHERS);
  const { oneOf = [], recommended = [] } = judged;
  // A job that is done from anywhere has no place (Google: jobLocationType TELECOMMUTE); an event online is at an address.
  const remote = type === "JobPosting" && data["jobLocationType"] === "TELECOMMUTE";
  const required = judged.required.filter((name) => !(remote && name === "jobLocation"));
  const absent = (name: string): boolean => data[name] === undefined || data[name] === null || data[name] === "";
  return {
    required: [...required.filter(absent), ...(oneOf.length > 0 && oneOf.every(absent) ? [oneOf.join(" or ")] : [])],
    recommended: recommended.filter(absent),
  };
}
