import { VisuallyHidden } from '@mantine/core'
import { type ComparedBrand, diffBrands } from '@quincena/domain/brand/diff'
import { logoSource } from '../../lib/brand.ts'
import classes from './brand.module.css'
import { ColorDot } from './color-dot.tsx'

interface ValueProps {
  field: string
  text: string
  logo: ComparedBrand['logo']
}

function Value({ field, text, logo }: ValueProps) {
  if (text === '') return <span className={classes.second}>Ninguno</span>
  if (field === 'logo' && logo !== null)
    return <img className={classes.smallLogo} src={logoSource(logo.sha256)} alt={`Logotipo de ${text}`} />
  return (
    <>
      {field.startsWith('color_') && <ColorDot color={text} />}
      {text}
    </>
  )
}

/** The fields in which two brands differ, each with what it was and what it becomes. */
export function BrandChanges({ from, to }: { from: ComparedBrand; to: ComparedBrand }) {
  const changes = diffBrands(from, to)
  if (changes.length === 0) return <p className={classes.second}>Los datos son iguales.</p>
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, name, before, after }) => (
        <div key={field} className={classes.change}>
          <dt className={classes.label}>{name}</dt>
          <dd className={classes.before}>
            <VisuallyHidden>Antes: </VisuallyHidden>
            <Value field={field} text={before} logo={from.logo} />
          </dd>
          <dd className={classes.after}>
            <VisuallyHidden>Después: </VisuallyHidden>
            <Value field={field} text={after} logo={to.logo} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
