import {
  DEFAULT_COLORS,
  GROUNDS,
  isDefaultColors,
  isReadable,
  paletteOf,
  type Scheme,
} from '@quincena/domain/brand/colors'
import { type CSSProperties, useDeferredValue, useState } from 'react'
import { FilterChips } from '../../components/filter-chips.tsx'
import { tokens } from '../../components/tokens.ts'
import { logoSource } from '../../lib/brand.ts'
import classes from './brand-preview.module.css'
import type { BrandValues } from './values.ts'

const kinds = [
  { value: 'phone', label: 'Teléfono' },
  { value: 'mail', label: 'Correo' },
  { value: 'paper', label: 'PDF' },
  { value: 'icon', label: 'Ícono' },
] as const
type Kind = (typeof kinds)[number]['value']

const schemes = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
] as const

/** The readable colours of the form; the product's where the typed one cannot be shown. */
function colorsOf({ color_light, color_dark }: BrandValues) {
  const of = (scheme: Scheme, value: string) =>
    /^#[0-9A-Fa-f]{6}$/.test(value) && isReadable(value, scheme)
      ? value.toUpperCase()
      : DEFAULT_COLORS[scheme]
  return { light: of('light', color_light), dark: of('dark', color_dark) }
}

/** Colours of the preview, which shows one scheme whatever that of the screen is. */
function styleOf(values: BrandValues, scheme: Scheme): CSSProperties {
  const colors = colorsOf(values)
  const { ink, 'ink-2': second, line } = tokens[scheme]
  const { paper, card } = GROUNDS[scheme]
  const { main, soft, on_main, mid } = isDefaultColors(colors)
    ? {
        main: tokens[scheme].jade,
        soft: tokens[scheme]['jade-soft'],
        on_main: tokens[scheme]['on-jade'],
        mid: tokens[scheme]['jade-mid'],
      }
    : paletteOf(colors, scheme)
  return Object.fromEntries(
    Object.entries({ ink, second, line, paper, card, main, soft, on: on_main, mid }).map(([name, value]) => [
      `--p-${name}`,
      value,
    ]),
  )
}

function BrandSymbol({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path className={classes.open} d="M17.5 3.6a12.5 12.5 0 0 1 0 24.8" />
      <path className={classes.full} d="M15.5 2a14 14 0 0 0 0 28z" />
    </svg>
  )
}

function Head({ values, scheme }: { values: BrandValues; scheme: Scheme }) {
  if (values.logo !== '')
    return (
      <img
        className={classes.logo}
        data-plate={scheme === 'dark'}
        src={logoSource(values.logo)}
        alt={values.trade_name}
      />
    )
  return (
    <span className={classes.name}>
      <BrandSymbol size={22} />
      {values.trade_name || 'Nombre comercial'}
    </span>
  )
}

interface FrameProps {
  values: BrandValues
  scheme: Scheme
  /** The app's icon shows the logo; else the symbol. */
  isLogoInIcon: boolean
}

function Phone(props: FrameProps) {
  const { name, phone } = props.values
  return (
    <div className={classes.phone}>
      <Head {...props} />
      <p className={classes.title}>Tu dinero, antes de la quincena.</p>
      <span className={classes.field}>Correo electrónico</span>
      <span className={classes.button}>Iniciar sesión</span>
      <span className={classes.link}>Olvidé mi contraseña</span>
      <span className={classes.chip}>Pago pendiente</span>
      <p className={classes.small}>
        Te presta {name || 'la financiera'}, entidad no regulada. Dudas: {phone}
      </p>
    </div>
  )
}

function Mail(props: FrameProps) {
  const { name, address, phone, email, trade_name } = props.values
  return (
    <div className={classes.mail}>
      <Head {...props} />
      <div className={classes.card}>
        <p className={classes.title}>Tu acceso a {trade_name}</p>
        <p>Elige tu contraseña para entrar. El enlace vale 7 días.</p>
        <span className={classes.button}>Elegir mi contraseña</span>
      </div>
      <p className={classes.small}>
        <strong>{name}</strong>
        <br />
        {address}
        <br />
        Tel. {phone} · {email}
      </p>
    </div>
  )
}

function Paper(props: FrameProps) {
  const { name, reca, trade_name } = props.values
  return (
    <div className={classes.paper}>
      <div className={classes.paperHead}>
        <Head {...props} />
        <span className={classes.small}>Contrato de crédito simple{'\n'}Folio CN-000123</span>
      </div>
      <p className={classes.title}>Carátula</p>
      <p className={classes.small}>Crédito de nómina {trade_name}</p>
      <div className={classes.figures}>
        <span>CAT 28.4 %</span>
        <span>$10,000.00</span>
      </div>
      <p className={classes.small}>
        {name} · RECA {reca || 'por publicar'}
      </p>
    </div>
  )
}

/** The icon of the installed app on a phone, as the server draws it. */
function Icon({ values, isLogoInIcon }: FrameProps) {
  return (
    <div className={classes.home}>
      <span className={classes.icon} data-picture={isLogoInIcon}>
        {isLogoInIcon ? <img src={logoSource(values.logo)} alt="" /> : <BrandSymbol size={46} />}
      </span>
      {values.trade_name || 'Nombre comercial'}
    </div>
  )
}

const frames = { phone: Phone, mail: Mail, paper: Paper, icon: Icon } as const

/** How the typed brand looks on a phone, in a mail, at the head of a PDF and as the app's icon, before it is saved. */
export function BrandPreview({ values, isLogoInIcon }: Omit<FrameProps, 'scheme'>) {
  const [kind, setKind] = useState<Kind>('phone')
  const [scheme, setScheme] = useState<Scheme>('light')
  const shown = useDeferredValue(values)
  const Frame = frames[kind]
  // Paper and icons have one scheme.
  const hasScheme = kind === 'phone' || kind === 'mail'
  const painted = hasScheme ? scheme : 'light'
  return (
    <section className={classes.preview} aria-label="Vista previa">
      <h2 className={classes.heading}>Vista previa</h2>
      <FilterChips label="Qué se muestra" options={kinds} value={kind} onChange={setKind} />
      {hasScheme && <FilterChips label="Modo" options={schemes} value={scheme} onChange={setScheme} />}
      <div className={classes.frame} style={styleOf(shown, painted)}>
        <Frame values={shown} scheme={painted} isLogoInIcon={isLogoInIcon} />
      </div>
    </section>
  )
}
