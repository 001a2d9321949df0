import { readFileSync } from "node:fs";
import { ranked, tellingStems } from "./src/pipelines/research/choosing.ts";
import { statementsOf } from "./src/pipelines/research/statements.ts";
import { answering } from "./src/pipelines/research/answering.ts";
import { expectedOf } from "./src/pipelines/research/expected.ts";
const data = JSON.parse(readFileSync("/tmp/evidence.json","utf8"));
const DIG = new Map("zero one two three four five six seven eight nine ten eleven twelve".split(" ").map((w,n)=>[w,`${n}`]));
const normal=(text:string)=>{const p=text.normalize("NFKD").replace(/[\u0300-\u036f'’]/g,"").toLowerCase().replace(/(?<=\d),(?=\d{3}(?!\d))/g,"").replace(/%/g," percent ").replace(/(?<!\d)\.(?=\d)/g," 0.").replace(/(?<=\d)(?=\p{L})/gu," ").replace(/(?<=\p{L})(?=\d)/gu," ").replace(/\.(?!\d)|(?<!\d)\./g," ").replace(/[^\p{L}\p{N}$€£.]+/gu," ").replace(/([$€£]) +(?=\d)/g,"$1");return ` ${p.trim().split(/\s+/).map(w=>DIG.get(w)??w).join(" ")} `;};
const says=(t:string,v:string[])=>v.some(x=>normal(t).includes(normal(x)));
const R={n:0,ans:0,cmp:0,cmpok:0,none:0,noneok:0,declined:0,words:0}; let tot=0,top1=0,top3=0,top5=0; const cov:any[]=[];
for (const x of data) {
  const pages = x.results.map((r:any,i:number)=>{ const pg=x.pages[r.url]; return { n:i+1,title:r.title??"",url:r.url,score:r.score,statements: pg?.raw_content?statementsOf(i+1,pg.raw_content):[] }; });
  const t0=performance.now(); const list = ranked(x.question,pages); const ms=performance.now()-t0;
  const groups = x.type==="none"?[]:Array.isArray(x.answers[0])?x.answers:[x.answers];
  const pos = groups.map((g:any)=>list.findIndex(c=>says(c.statement.text,g)));
  const ch = answering(x.question,pages,{sentences:Number(process.env["SS"]??5),words:Number(process.env["WW"]??90)}); const txt=ch.map(c=>c.statement.text).join(" ");
  const ok = groups.length>0 && groups.every((g:any)=>says(txt,g));
  if(x.type==="none"){R.none++; if(!ch.length)R.noneok++;} else {R.n++; if(ok)R.ans++; if(!ch.length)R.declined++; if(x.type==="comparison"){R.cmp++; if(ok)R.cmpok++;}}
  R.words+=txt.split(/\s+/).length/60;
  if(process.argv[2]==="-m" && !ok && x.type!=="none"){console.log("\n##",x.id,x.question,"| want",JSON.stringify(x.answers),"pos",pos); for(const c of ch) console.log("   ",c.worth.toFixed(2),c.coverage.toFixed(2),c.statement.kind,c.page.n,"["+c.statement.heading.slice(0,30)+"]",c.statement.text.slice(0,200));}
  cov.push([list[0]?.unknown.toFixed(2),ch.length,ok,x.id,x.type,list[0]?.coverage.toFixed(2),list[0]?.worth.toFixed(2),pos.join(","),expectedOf(x.question).kind,Math.round(ms)]);
  if(x.type!=="none"&&x.type!=="comparison"){tot++; const p=pos[0]; if(p===0)top1++; if(p>=0&&p<3)top3++; if(p>=0&&p<5)top5++;
   if (process.argv[2]==="-v" && !(p>=0&&p<1)) { console.log("\n##",x.id,x.question,"| want",x.answers[0],"at",p, tellingStems(x.question).join(" ")); for (const c of list.slice(0,3)) console.log("   ",c.worth.toFixed(2),c.coverage.toFixed(2),c.statement.kind,c.page.n,"["+c.statement.heading.slice(0,30)+"]",c.statement.text.slice(0,160)); if(p>2) {const c=list[p]!; console.log("  GOLD",c.worth.toFixed(2),c.coverage.toFixed(2),c.statement.kind,c.page.n,"["+c.statement.heading.slice(0,40)+"]",c.statement.text.slice(0,160));} } }
}
for (const c of cov) console.log(c.join(" "));
console.log(R); console.log({tot,top1,top3,top5});
