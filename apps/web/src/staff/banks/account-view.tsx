import { Tabs } from '@mantine/core'
import type { BankAccount } from '@quincena/domain/bank-accounts/schema'
import { bankName } from '@quincena/domain/mexico/banks'
import { AnchorLink, ButtonLink } from '../../components/links.tsx'
import { Notice } from '../../components/notice.tsx'
import { crumbLinkProps, HomeCrumb, PageHeader } from '../../components/page-header.tsx'
import { TreasuryNav } from '../treasury/treasury-nav.tsx'
import { accountNumber } from './account-words.ts'
import classes from './banks.module.css'
import { LinesView } from './lines-view.tsx'
import { MatchView } from './match-view.tsx'
import type { BanksUrl } from './search.ts'
import { StatementsView } from './statements-view.tsx'

function Crumbs() {
  return (
    <AnchorLink to="/tesoreria/bancos" {...crumbLinkProps}>
      Bancos
    </AnchorLink>
  )
}

/** An account of the lender: what is to be matched, all of its lines, and its statements. */
export function AccountView({ account, ...url }: BanksUrl & { account: BankAccount }) {
  const { search, navigate } = url
  const show = (value: string | null) =>
    void navigate({
      search: () => ({
        cuenta: account.id,
        vista: value === 'movimientos' || value === 'estados' ? value : undefined,
      }),
    })
  const upload = (
    <ButtonLink to="/tesoreria/bancos" search={{ cuenta: account.id, vista: 'estados' }} variant="default">
      Subir estado de cuenta
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title={account.name}
        crumbs={[<HomeCrumb key="home" />, 'Tesorería', <Crumbs key="banks" />]}
        detail={`${account.bank === null ? '' : `${bankName(account.bank)} · `}${accountNumber(account)}`}
        actions={search.vista !== 'estados' && account.closed_at === null && upload}
      />
      <TreasuryNav />
      {account.closed_at !== null && (
        <Notice tone="info">Esta cuenta está cerrada: no recibe pagos ni estados de cuenta.</Notice>
      )}
      <Tabs
        value={search.vista ?? 'conciliar'}
        onChange={show}
        keepMounted={false}
        classNames={{ list: classes.tabs ?? '', tab: classes.tab ?? '', panel: classes.panel ?? '' }}
      >
        <Tabs.List aria-label="Partes de la cuenta">
          <Tabs.Tab value="conciliar">Conciliar</Tabs.Tab>
          <Tabs.Tab value="movimientos">Movimientos</Tabs.Tab>
          <Tabs.Tab value="estados">Estados de cuenta</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="conciliar">
          <MatchView account={account} {...url} />
        </Tabs.Panel>
        <Tabs.Panel value="movimientos">
          <LinesView account={account} {...url} />
        </Tabs.Panel>
        <Tabs.Panel value="estados">
          <StatementsView account={account} {...url} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
