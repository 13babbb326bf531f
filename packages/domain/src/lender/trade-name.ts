/** The product's name where the lender gave it none. Apart from the schema, so that the first load needs no zod. */
export const DEFAULT_TRADE_NAME = 'Quincena'
