/** Names as people say them, by SPEI code, where STP's catalogue writes another one. */
export const EVERYDAY_NAMES = `
2001 Banco de México
40012 BBVA
37019 Banjército
40030 BanBajío
40060 Bansí
40106 Bank of America
40108 MUFG
40110 J.P. Morgan
40112 Monex
40113 Ve por Más
40124 Citi México
40127 Banco Azteca
40132 Multiva
40136 Intercam
40137 BanCoppel
40138 Ualá
40141 Volkswagen Bank
40145 BBASE
40148 PagaTodo
40150 Inmobiliario Mexicano
40151 Fundación Dondé
40154 Covalto
40155 ICBC
40158 Mizuho
40159 Bank of China
37166 Banco del Bienestar
37168 Sociedad Hipotecaria Federal
90600 Monex Casa de Bolsa
90601 GBM
90630 Intercam Casa de Bolsa
90631 CI Casa de Bolsa
90634 Fincomún
90638 Nu
90659 ASP Integra Opciones
90661 Klar
90677 Caja Popular Mexicana
90680 Cristóbal Colón
90683 Caja de Telefonistas
90685 FIRA
90689 FOMPED
90706 Arcus
90714 PPBalance
90715 Cashi
90722 Mercado Pago
90725 Coopdesarrollo
90727 Transfer Directo
90729 Depósitos y Pagos Digitales
90901 CLS
`

/**
 * Participants where nobody receives wages: the central bank, development banks without accounts for people, banks of
 * companies, brokers, a pension fund and market infrastructure. A form does not offer them; a CLABE of theirs is still
 * valid and its bank is shown.
 */
export const WITHOUT_WAGES: ReadonlySet<string> = new Set([
  ...['2001', '37006', '37009', '37135', '37168', '90685', '90901', '90902', '90903'],
  ...['40106', '40108', '40110', '40124', '40129', '40141', '40154', '40155', '40156', '40157', '40158'],
  ...['40159', '40160', '90600', '90602', '90605', '90616', '90617', '90620', '90630', '90631', '90703'],
])
