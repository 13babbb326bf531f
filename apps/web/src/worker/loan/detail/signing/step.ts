const signingSteps = ['contrato', 'firma', 'confirmar', 'codigo'] as const
/** Steps of a signing. They share one entry of the browser history; «back» opens the previous step. */
export type SigningStep = (typeof signingSteps)[number]

interface DetailSearch {
  paso?: SigningStep | undefined
}

/** Validated URL search of a loan's detail. */
export function detailSearch(search: Record<string, unknown>): DetailSearch {
  return { paso: signingSteps.find((step) => step === search.paso) }
}
