/** What is asked of the API, in GraphQL. */
export const QUERY = `query ($q: String, $page: Int, $type: MediaType) {
  Page(page: $page, perPage: 25) {
    pageInfo { hasNextPage }
    media(search: $q, type: $type, sort: SEARCH_MATCH, isAdult: false) {
      id idMal siteUrl type format status
      title { romaji english native }
      description(asHtml: false)
      startDate { year month day } endDate { year month day }
      season seasonYear episodes chapters volumes duration
      genres averageScore popularity isAdult
      coverImage { large }
      studios(isMain: true) { nodes { name } }
    }
  }
}`;
