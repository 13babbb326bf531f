import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { verificationListSearch } from '../staff/account-verifications/search.ts'
import { balanceListSearch } from '../staff/balances/search.ts'
import { banksSearch } from '../staff/banks/search.ts'
import { movementsSearch } from '../staff/cash-movements/search.ts'
import { proofsSearch } from '../staff/proofs/search.ts'
import { treasurySearch } from '../staff/treasury-day/search.ts'
import { unidentifiedSearch } from '../staff/unidentified/search.ts'
import { page } from './page-route.ts'
import { area } from './staff-area.ts'

const treasuryDay = createRoute({
  ...page(area, 'tesoreria', 'Tesorería'),
  validateSearch: treasurySearch,
  component: lazyRouteComponent(() => import('../staff/treasury-day/treasury-page.tsx'), 'TreasuryPage'),
})

const unidentified = createRoute({
  ...page(area, 'tesoreria/por-identificar', 'Por identificar'),
  validateSearch: unidentifiedSearch,
  component: lazyRouteComponent(
    () => import('../staff/unidentified/unidentified-page.tsx'),
    'UnidentifiedPage',
  ),
})

const cashMovements = createRoute({
  ...page(area, 'tesoreria/movimientos', 'Movimientos en STP'),
  validateSearch: movementsSearch,
  component: lazyRouteComponent(
    () => import('../staff/cash-movements/cash-movements-page.tsx'),
    'CashMovementsPage',
  ),
})

const accountVerifications = createRoute({
  ...page(area, 'tesoreria/cuentas', 'Titulares de cuentas'),
  validateSearch: verificationListSearch,
  component: lazyRouteComponent(
    () => import('../staff/account-verifications/account-verifications-page.tsx'),
    'AccountVerificationsPage',
  ),
})

const balances = createRoute({
  ...page(area, 'tesoreria/saldos', 'Saldos a favor'),
  validateSearch: balanceListSearch,
  component: lazyRouteComponent(() => import('../staff/balances/balances-page.tsx'), 'BalancesPage'),
})

const banks = createRoute({
  ...page(area, 'tesoreria/bancos', 'Bancos'),
  validateSearch: banksSearch,
  component: lazyRouteComponent(() => import('../staff/banks/banks-page.tsx'), 'BanksPage'),
})

const proofs = createRoute({
  ...page(area, 'tesoreria/por-comprobar', 'Por comprobar'),
  validateSearch: proofsSearch,
  component: lazyRouteComponent(() => import('../staff/proofs/proofs-page.tsx'), 'ProofsPage'),
})

/** The screens below «Tesorería». */
export const treasuryRoutes = [
  treasuryDay,
  unidentified,
  cashMovements,
  accountVerifications,
  balances,
  banks,
  proofs,
] as const
