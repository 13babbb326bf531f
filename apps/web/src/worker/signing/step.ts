const signingSteps = ['contrato', 'firma', 'confirmar'] as const
/** The screens of a signing; each is a place in the browser's history, so that «back» goes one back. */
export type SigningStep = (typeof signingSteps)[number]

interface DetailSearch {
  paso?: SigningStep | undefined
}

/** The search of a loan's detail. */
export function detailSearch(search: Record<string, unknown>): DetailSearch {
  return { paso: signingSteps.find((step) => step === search.paso) }
}
