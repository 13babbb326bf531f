export const dataTabs = ['perfil', 'domicilio', 'laboral'] as const
export type DataTab = (typeof dataTabs)[number]

interface DataSearch {
  tab?: DataTab | undefined
}

/** Validated URL search of the personal data screen. */
export function dataSearch(search: Record<string, unknown>): DataSearch {
  return { tab: dataTabs.find((tab) => tab === search.tab) }
}
