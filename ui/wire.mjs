// Makes src/wire.ts from wire.json, which `python -m tablewright.server.protocol.schema` prints. A test holds the two together.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const text = readFileSync('wire.json', 'utf8')
const hash = createHash('sha256').update(text).digest('hex')
const bannerComment = `// Made by \`npm run wire\` from wire.json, SHA-256 ${hash}.`
writeFileSync('src/wire.ts', await compile(JSON.parse(text), 'Wire', { bannerComment, unreachableDefinitions: true }))
