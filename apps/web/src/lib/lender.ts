const metaOf = (name: string) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''

/** The lender's legal name and phone, which the server writes into the page; empty where it did not. */
export const lenderOfPage = () => ({ name: metaOf('lender'), phone: metaOf('lender-phone') })
