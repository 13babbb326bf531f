// Checks where the web app writes query keys, refreshes queries and calls the API.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Rule {
  pattern: RegExp
  /** The files that may. */
  except: RegExp
  message: string
}

const rules: Rule[] = [
  {
    pattern: /\bqueryKey\s*[:=]\s*\[|\b[gs]etQuer(y|ies)(Data|State|Defaults)(<[^(]*>)?\(\s*\[/,
    except: /^lib\/keys\.ts$/,
    message: 'a query key is written as a literal: add it to lib/keys.ts',
  },
  {
    pattern: /\b(invalidateQueries|refetchQueries)\(\s*[^)\s]/,
    except: /^lib\/refresher\.ts$/,
    message: 'queries are refreshed by key: name the topics that changed with useRefresh',
  },
  {
    pattern: /\bapi\.(get|post|put|patch|delete)\(|\buploadForm\(|\bXMLHttpRequest\b/,
    except: /^lib\/|(^|\/)api\.ts$/,
    message: 'a screen calls the API: write the call in the api.ts beside it',
  },
]

/** Finds all violations of the rules in the files of the web app below `source`, one line each. */
export function webCallProblems(source: string): string[] {
  return globSync('**/*.{ts,tsx}', { cwd: source, exclude: ['**/*.test.*'] })
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(source, file), 'utf8')
      return rules
        .filter(({ pattern, except }) => !except.test(file) && pattern.test(text))
        .map(({ message }) => `apps/web/src/${file}: ${message}`)
    })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = webCallProblems(fileURLToPath(new URL('../apps/web/src', import.meta.url)))
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
