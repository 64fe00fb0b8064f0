// Which check method the Bundesbank's directory of bank codes names for each bank code, as of April 2020: facts of the public
// directory, grouped by method. A bank code that is not here is not checked. Each group is sorted; every code is
// written as the difference from the one before it, in base 36.
export const methodGroups: Readonly<Record<string, string>> = {
  '00':
    '6326s 12s7w 4rwp2 1hl6 80w da34 6gp8 e6 8jyj 6fi1 ru7r lfm1 252r rw 33 3b lfmr 2t rw 37 238n 4abk 31 yb 259j ' +
    '243m xv 2450 258t y1 91 491h yz 5a 497b 13k 2428 s6 by 49ac 13v kq 23eb 255s 255s 135 2531 njtx 4abu 21m ss7 ' +
    '1a8x 255s 255s apvp 26e7 go 6y 3c itmz b etm 258a 4b3w 49do yg aoug 4b9g h4cc 1jg 48ti 4aa6 cuyo 8kn4 xw cu0s ' +
    '11i 64 6ks 42j6 h5a8 4b3c 49js 14k 8r 48y9 4abk f04g apye aqfq bo 9g aofg zu 49es 4a8i 1x6 48ee 12m 8jki apvy ' +
    'apu0 284w d2 1i 4s 46p3 tb 4g ez97 15y 6o 48xa 4aco 1aj 48yz 1d5 19 46 gj h3c8 ws 49hu wd 49c0 4aam sv 49ji ' +
    'jc90 3c 48g2 10o a0 490h wd 49fr 6gks 497a 145 z 496v s2 8jtt s7 hx 491c yf dp 3y r8 hd 47o9 16t 14 49ue 6m ' +
    '49cz cv1c 149 5a 8jee uf 4bi7 gj 4l 47q9 13f 496q h59z qs 64 jl 8j76 cfik fcs rr u8x 2sjg 5r 5d 70s jg 1wwk ' +
    '72nb 1md 48px 1gv gp 2q 2361 4aa6 1gt 4a0n jh 1o9y 2kcq 2562 26vi 6dqd 125 52 8y 7p 108 47oc 2553 1pq3 yq32 ' +
    '32 10y c8 48sk 6fhc 32 260w 247m 255s 13q 49aw 2zxk s m e 1 3 k 6 ifna 18q lebe oh o5 6eu0 24gi 4a8i 265w ' +
    'h4dg 2530 xm 255i apn2 24gi pu 24d6 cgam 24gs 3ivwh v3 49ei 130 6efg aqod 6gj6 237v cvp8 5n sf 2q ev 6db5 15x ' +
    '8k 25hl ct73 135 5u 2x 490m 136 8m goib re ffn ex 7d 5a 1t s2 yc 1ezy 8c mlw 259y 251m sm ezbu s2 sw 23ku sc ' +
    '172 32 isye 5x f99 2t ut hi 23qo 118 8m 6e 5a 23ka 4g h55s 255s 4abk 19f 23wd 14a ctue y6 247m 14a 241i sc ' +
    '25h6 ez0q sw el 4943 255s 1ig f07s 48ps sc 256c eg 4948 sc eg 8w aod8 255s 3ovc lja f01e 3wa 6bl2 em9i duy ' +
    '6fhc 2t p9 k0 11s 47xq 255s 1ffuo',
  '01':
    '614z4 8uxbs 3613c 5ujg8 6b46e 4bdr 18zdj xs 15zks 300np 4a91 2594 253k cuxa 256c 6fi6 cuxa 4ace 168 h436 4ace ' +
    'h59e 256c 256c sc 24ea f05k 6g7g 5u 248q 1jq73 160p2 vt 3kzt8 k0',
  '03': 'wycca 6jroa 2566 100 5m 8q pe 1s8q1 rx',
  '05': 'hvnok d3yml',
  '06':
    '5zmhy mzu vbs 1rgbo 16vny u 32574 rmzg 52eqs 255s mul 1h 8ki8 cq 17 aphi 9c 19h b3 49c9 1lp 47yb cv0o se u ' +
    '8jvk c7hm n82 16va4 9 4b4p 4a7m 49ur 2q 4a1q 380j 129k 2v 42dl gqgw mmg 21 1hn 6p 6j lb 4fa 2 m s b 2g 1e 1 3 ' +
    'g 8 1 b c 1 q k 4 7 f 2 17 1c 1 3 2v c 3 1t d 2d s 7 47 1xio xe 8jpv 9nx7 11yb 256q 251y 4bwl ctgd 1e1 23s2 ' +
    '103 15e 49re 48qj 1gy67 17abz 3k6td 1b58 2s jg 2s a au l7w 1hbg 8c 2s fqo 2s f78 24p4 5k 1 4a5z fg4 uuk 1jew ' +
    'nd8 1hf5 onz 17v6 uqy 4abk 15o 1 5j b 23u9 xc go el0 ubo 300w 4bbo 245o 15o 1iqe 1vml 8oe 2rab 255s ppxc 1aao ' +
    'fuzk 1b8 2s go 48gw 8lkg 248g 265w 4a8s 1h8j 4xbh jag0 h620 2s 1b8 6e8w 8c 8c p1m6 be9m 5tq 1xsi 5k 25s0 5k ' +
    '24b8 uk m8 5k m8 23uk bkcw 3se 88fy k 1 1iz 3c7mg mx0 ur 8t bi 6c 575 1 6m gv6 248g 1ius 90 m20 104 2s 2508 ' +
    'b4 23xc 1e0 m8 2s 1hih 6v 1vqh 8lz 2d my 1t n7k 1i1c 2t 66a0 7cm n4h 1rw 3dp4 9fj 8j l6i 2s 18g 5k 8c 23go ' +
    '1i1l 12f 8l hn 34 cu7l go hd kt kn jw2 1gs 2s 8c 48jo 255s 15o 1iq7 l9x 1p4 c7i8 moo b4 4934 rs 2r 1iqd 2qqo ' +
    '1b8 b4rs a dm rs p0 4nik 3gbb4 12w 1 3l7dw q33 lfya 16rru 3ug k alxw 2s p0 a63o f 2rn kdq 1y 1e kv4v 2 kmz 32 ' +
    '14 46 2i',
  '07': '15t2ps',
  '08': 'hvh4g 2p8 iwk 5xqg0 lls 2dqf4',
  '10':
    '75v3o 4rg8x fr 3ex3 22 3l 2n ja7u 2k ppvg h5db 32uts l65e 46 413o8 8c6ay 1ttg fic q52h 561l7 2s nas 1u3 3q ' +
    '4po 1d 9 20 b 1c i b 4 3 3 6 1f 1 5 7 l 7 3 4 5 n 9 u 2 1 b b d 2 4 1 1 d 9 k c a b 6 1 8 b v 18 9 l 4 7 5 k ' +
    '1 8 d b s t 3 j f a g 2 g k 8 1 6 f 1 4 j q 4 fiw x 4n b4 3nnp 85 5g 6t hi l5l s2 1imr lnx 8c s2 32 1h0y 222 ' +
    'l3i zk 3njg wq 8inc nos 1ie8 lxa xc 1hxr 3i pj 2f lfj 1j8y 71 lqd za 246s nw c8kl 68 bw h8 kph 104 5k 5k 490m ' +
    'pa 25gw ed0y m2u pa 5a 2s 49ei gjhc lsm uk 2s 1i35 5v 9o z9 kqt pk 50 dm 1hr3 7b 6b ff lds oq be go 82 1ha1 ' +
    'm77 edtd 11q e5 kue q4 78 8c be 5a ms 1gu5 113 l1q 12m 3n5d bx 2j e6 lb9 ua ms 1hw8 9t mg1 5a 2ovye e9w 1a30 ' +
    '16wi4 nkj8 ov8w',
  '11': 'um42w b2glk 2l05c 14am8',
  '13':
    '5z6ww 5 17 11 3tx 16rba ksjj n29 lfls lfno lfjw lfls lfls 1685b n29 5 z 8 2 th m b b b b b b leor 1le 48r0 ' +
    '15o 23za 256r 2567 4ab3 19b 47 23t9 yq 6eh8 rs b4 5k 23yl h58t lfl6 256x jagp 8kml 2683 252c 247b 255f 11n 8h ' +
    '23v9 255p 4abt 2569 s8 49jq 2557 255n 255g 25y5 24er 4a9g h5be 26b 484m 4aby 255p apug 4a9q h59k 5 17 lfkv ' +
    'lfm1 8kn3 cuy2 8l 8kfh cuz2 4abl h59w 1b cuy3 7xj3 n3c 1a 4aag 6fhd apsu 4 apsy aprp 8knd cuyl aptz aps8 6fhe ' +
    'f044 ra 49l4 4aaq cuza cuyw 4aad 4acf lflt 1c 6fg0 4ab5 aptg 4aby cuxu rx 49ju 4ab3 4b2z 49k7 cuzh 8kn8 4aby ' +
    '4aaq lfm0 4ad1 4aa3 c7v8 n29 5 x 2 8 3 1 n 9 1 1 1 1 b 1up 1i0 1za akey 255f 256p 254l 4ach 255j 4ab4 2h7 ' +
    '47v1 255y 8kmi 4ab5 h5ae 4ack 2554 f04y 4aba 6fhd 255u 8kmr 6fhv jag9 h5a2 w5ef aprx ksjj n48 4 4b3b 24dx ' +
    '255u cux1 257d 2555 256n 255z cuxy 4ab8 h5ad 4aaj h5ap c 255j 2564 n h5aa 255r 4a9o xc 24ar cuwr 8 4aaw 2568 ' +
    '257m 4aa7 8kn0 1i 4aaa h59c 6fir f043 4ace 4a9o c7w8 n3e 4 3 3uy ngwf rs rs j8wl 255y lflm 4abk 255u cuzm ' +
    '254u 2566 2567 f041 4a9u 258a f03n 4 4aa2 2576 f04z 2559 4abz f04l 253j 4ae3 f038 6fhj 4abf aprj lfls lfls 2d ' +
    'lfjf lfls lfls lfls lfls',
  '16': '5yzqk u 609gy ks10g 460p0 4ra4k 8es',
  '17': '60pe0 olero b2gtw uk',
  '18': 'ha01w nl2o 8nng blv4s 42j0 c',
  '19': '6329k 5u9g0 3ukw hdb4 ai34 98ndw 7r1xe 1el4i',
  '20':
    '7rpg0 lgdk a2 hq le50 2s 5k 2s lf7w 2t 2t lgzq 1ko s2 s2 laxg rs 334 10ws18 1xg rs s0 do almx 2r aq2r 145 1jk ' +
    'rs ff lc39 sc 2as tg s2 la5e 5k 2v 5m 1y5 ld9m s2 2c6 iy 94 lbsa 5k 3mk aly0 apyg b4 3ea lbqu rs rs 1jk rs 2bc',
  '21': 'z5o42',
  '22': 'fziuc',
  '23': '16vnj0',
  '24': '5yjru 5yc22 2z616 6jrnx lflz qe 460hy 3kln2 2og87 2og7z lflw 3klmt 2dqf9 3klmt 5yc1x',
  '25': 'p19zl',
  '26': '16vh1o',
  '27': 'ewwpc k8qkg',
  '28':
    '9k9iw 2dwf0 2 4 e c 3 46 o 2l7v 2axq4 uc m3t 1j7l 108 lp1 hkml 18yk 2m 8 2s 3p g1p 24xh 2f 2i3 1fg7 4bza eg ' +
    'm29 259o 1ivr t0 ke1 1 193 1u 1i5v muu 3b 1iab 8e x9 lpv 23wn 165 1i18 lzi 3o7m 2o 5l 6g3h 14u 1io s3 rw h1e ' +
    '1i1f 10o 36 13y ltl 1h2w 2sbi 14p 3nsm ncp 2393 f2ym 3kg4 wu 2j 4y 3z 9j 2c 1e 79 50 4t 9g 7l 29 fw 1q ms 1b ' +
    '4y mp 33 ba cg 2u 2f qp n6 14 h j a 4b 2g 91 1d i 2x 1c 4 5 l z 3 44o7 ma6 1i1l 4av5 bn 43 om kba 15s 23 c8dw ' +
    '1n 6s 274 3s on tc ha8 8i 1x 1jsz 2c1 iqn qd2r 82n blkn0 5k0 27s8 htpxo 3w',
  '29': 'han4g',
  '30': 'v7jzs',
  '31': 'tym8w f p',
  '32':
    '7rxxs 1y a 14 ma0 ta ksni 3m n62 kskq k 1o lee0 1eg 3r n35 kssi n4o kso2 28 n3a 1o 16cz3 j 1b sb5r 1ksb 48v8 ' +
    'lu5 1jyq rk lvw 1gv4 muc p3pa 287 1s9iu mwqr cfpxv 17rau 5p5 k 15 1i 2w 32 m 60 45 3q ai6m xp ntx 1hkv ic aa ' +
    'sm kal 1kkn kl5 3bg 1frp 30 mi 2p 87 3o 1w gy mh p2 7r 21uf 2y 7s 2l 4a9d nlu 3m9h aq3i 5x 5a 24k1 do 7y 23xj ' +
    '5m ot ox b5 lc 51 gu tk 2xd g 10 12 1a aa 439u 24wq f07t t6 2b k2 8r 1ah mih 1j 3kru td 3w kb am 24lh f02e ah ' +
    '4a2h mrg 5sf2 25je 14u 48ps xc 32 48n1 2o 5e j8 5o b4 6exr o5 2672h 5dbkg 16i64 2r 5ze69 qe 14 u 1e 14 n1c 5u ' +
    'krvg 5u 4hi ii6 k 64 kt1o 1e 28 k 14 n0i kssi 28 nc mek 1e 1 kvze jtl 1 1n koqq 3vo lfxg',
  '33': 'by5fp j 2g bd 64 l pj53 3u 2t2n 1jwl 25np 4urd 7yi5 j9oi rx',
  '34':
    'lgwg8 2dq8x z q2 65w 14 h 1t e 1 8 11 1x 1x 1i 1 5 g 2f 7 1xpa 2ty 8g 6g 2o 4w 2i 7v cx tt a1 46bv 7r 16f ' +
    'ey96 os 8o 48m7 10m 2n u2 48hb 1oj 48n9 u2 8a 5z kq 2k lm cse2 4bfe 49zp 28 6q ar gr 48j7 yc 44 3k 2l 5q hp ' +
    '48j2 na l lexq 252s 4bcg 8kma 66 6eaz 163 496d c2 ts 8jgy 4abo 12x 53 493r 1as ud gc 47pm 180 5z hm 49am vt ' +
    '1om 46wh cv1f 35 21 v6 4u sf 25 ld ov s8 1ex 44rw 4ydg 3mcd x4 5l 80 cn 56 pq 3ebj tfc 1jz bj 4wps gh31 7d ty ' +
    '14 o10 3mya 4vp6 4xach 8',
  '38':
    'mzsjg adsir 8x m0g 3oif h60c 16y 3qm e 1r 2m j 1m 1a a6 27 452x 23z1 1d3 22qy 4b74 s2 255u h3m6 vv ag 41 2bt ' +
    '21jl 1e0 kw 4r9 hi2 1hla at',
  '40': 'kvgrm ci54h',
  '41': 'ewa0o',
  '42': '13osb2',
  '43': '13pec0',
  '44': 'hwaga 5yc1i a4da8',
  '46': 'tybr4',
  '47': 'g8x5z',
  '48': 'c0qsd jbx6 48rt jage 127 2ay0u 139ms',
  '49': '19a0mt 6fej',
  '50': 'bym30 19 43wbl efbv8',
  '51': 'jolps 1satb lflr',
  '55': '199ozc',
  '56': 'hvndg lo cij88',
  '57': 'hvg9w',
  '59': 'wrwuo',
  '60': '5yrmw 60h7k 2x0v4 2z698 bwnv8 m8 2s k leqo 2dqf4 31bc8 60h7k 29g0s 1e',
  '61':
    'f95jj j9fm 1au h4 23dn 12z 243b rv3q qg 8b 5n 3b 2a 5l 31 b1 2r 31 5m b6 2t 47rx 1om bh 235d 1e2 23rj sf 24df ' +
    '15x cv4l 6hsvh hv408 3zfw',
  '63':
    '5zu28 o 24 o k4 5ch 16p7j o lfl4 o 4617s o lflo 4 4abg 4 6fgz d 4ab7 d rvlw a lf2q 1f lfkd 16 4 7 7 2 8kle 1d ' +
    'qf 1d 6eo7 19 4aab 1e qe 1b 24cp 1c 4bd4 1b 6ed5 1u 4a9q 1z 253t 8 25xc e 24dm 6 1 3 7 1 1 10 1vx d 57 c ldig ' +
    'x 4aan w 4aao 1v 253x 1w apr0 q 1 1 6 1 2751 v j8ej e lfl5 n 8kmk k cuyo 1k 8klk 1h cux7 1u lfjy 1x 4a9n 1y ' +
    'h58a 6 lflm q 4aau o 6fgo p aprj o 10 aprw 14 aprs z ih 5eg 8ep8 1v cuwp 4 apsw 11 aprv 1k 6ffs 1j f02x p ' +
    'cuxz 3 1 1 1 8kmy 12 h596 1h 4aa3 11 lfkr q aprm k apsa m lfls 1u cuwd h cuyo 5 8kmy 1 8kn0 4 g 2 1 1 1 5 2 ' +
    'lfl0 4 lfla 1 d 2b7 5 1l anft 6 255d f 4ab1 j 2558 k 255p 3 255e e 4ab4 g 4ab4 g apsk c x0 c 49dw c h59r h ' +
    '4ab8 c 255c g f04g 1w 4a9o 20 6ffc 1y 253u 1z 8kl5 g lflc g 4ab4 k h59o l 8kmj n nkqx o 4b88 i 6eiu 1y lfki ' +
    '1a 4aaa 1d 4aa7 1m 4a9y 1a 8klu 1i 254a 1g 4aa4 1q f02q 1l lfk7 1s lfk0 1p lfk3 1o 6ffo 1f f02h k 4aax n 4abk ' +
    'b 4aar i 8kmq e 4aaz l h5a8 6 4abe 9 255j a f046 8 4abc e 4ab6 f cuxv e 16v6x n 255b h ppww g 10fpx b lflg c ' +
    '1sat4 8 apsw r w5d9 o lfl4 o 2dqeg o lfl4 o',
  '64': 'xzmxc a',
  '65': 'zqfr2 3klme',
  '66': 'tu984',
  '67': '15omdk a',
  '68': 'bxb8w',
  '71': '12rjco',
  '73': 'ttm2s',
  '74': 'cj6ey',
  '76':
    '601s0 5 1 1d 2 v mk 16uik lfls lfls b lflh lfls lfls lfls 16v7k 1j 2 lfll 4aa8 4abl 255p cuyo 12w 242w h5bc ' +
    'lfko 255s 1 jagj 8kn5 6fhd 4abp 255p 4abg 12w 6efu 6fh5 25xj 24dy ppw0 h5a6 4abl h59x 5 h g 3 c 2 2 4 d l ' +
    'lfjk 1a lfkd lfmc lflt 4abl h5ba lfm2 4abb 6fhd aps0 1k 1 2 lfkk lfke 2l 1 apra apsv ppxf h5bb cuyn 8kn6 lfkv ' +
    '5 2 apt9 apsm lfke 12kwl 4ab9 lflx lfl3 f a a k 2 3 1 i 1 2 a 7 5l 237 n3 amuf 255p 255w 2570 4abu 2559 4abj ' +
    '4abo aptw lfke 4acz 254p 1e1 eypu 4abm 6fh9 255u 8knq l n 16v72 w5es aptc lfja 1j 2 6fft 255y cuym 255q 25xn ' +
    '49jm cuyz 4abk h5ab lflr 255s 4abh f04e 255o 4abi f05t 4abl 8km0 8ko5 4abl h59n 1 ppxg h599 1k 1 6ffx h5a7 ' +
    'jafw 255t lfm1 4abd 2561 f04c 4abi f04c lfmt d 1satb 6fhb 4acw apq5 lfls lfls lfls lfls lfls 5k lfg8 1j 2 lfk7',
  '78': 'lgoft',
  '81': 'bylxg tro8w 3klmo',
  '84': '16x5dw 1satc',
  '85': 'numxc',
  '87': 'zrycw',
  '88':
    '5yzns zra7g 12w a 2i 8c 104 5k suw mrg 2da 2ek 21i x 3 i 4 1 4 37 l 2 i 5 q 1 5 e 8 3 11 9 1 4 1 1 4 4 2 h g ' +
    'c 3 6 8 3 2 f 8 2 3 4 1 9 d 1 3 3 9 5 y 14 fo3 a 3p61 l59 a 1dq ecd5 1dt kzi 1i0g 4h 1e3 av ch 1t6 j6a rs ' +
    'io6o 5aa 3 t 2 7 1q 8 1 5 4 3 6 3 k o 2 c g b f s b y l bb 1h flf 1in6 6bn 1v 3u s 3q a5 b 8 1c j gsp 1i4q hz ' +
    'ldf giz7 m89 1i0g n5c 3ubk fh 2 3 p 3 5 c a l g 2 d 3 i fgu 1jk 1gi6 cvrz cv 2y 3z 1 is 88 1e7 x1 qv 6z 248 8 ' +
    '6 a fm0 1uo 1g6h 17z 1yl o0 ja3 rs 1hbq pe mcw 1iy3 14c 1ka 1ix 1uq k 16 g e6 6 16 fns 104 2s p0 ebbe sa iz ' +
    '4v 5e4 1 5 i c 5 6 h 3 d g 1p g2l 8c uk 3nek lu4 1i0r 1kc vy kor edga 2 b9 cp 633 3 6 q 5 1 u 1 7 1 d 6 i q ' +
    '15 6 5 c m 4 9 o s 6 fzv 2lr0 11gn 24u6 nw7 1h93 14u 2427 nvg a1yk p4 bp gd 3h 5bt 7 1 13 aa 7q 7 i i 1i w 2 ' +
    '10 2 gw4 23rs 3oeo 1np 1kr iog edo0 24it 15u 493t f0w8 uq qi 1q 1gy 32d 9 l 3b f g 7 p 1m fzt 1itu c9 lzp ' +
    '3os1 pz 3r pi 487z we 2cu 1ij rf gkq 1mac s0 1ih gkz 2lrm6',
  '91': '60a6s 5yc1s lfls 2dqf4 16v7k 16v7k ksj0 4618h 1sxw3 2dqfo 3klm4 4618g w5eo apsw lfls 3klmo 16v7k 2dqf4 1satc ' + 'lfls',
  '92': '140z00 1',
  '94': '60wpw nt50t',
  '95': '15orzi',
  '96': 'tsqzd',
  '98': '188alw',
  '99':
    '5ys62 3kl0c lfls lfls 1m301 5nenr 1o0hs 1sat8 lfj4 lfls 3klmo 2dqf0 1dart 4abj 6fk6 4a8m 1saqo 4abl 6fk7 252z ' +
    '8ky1 lfao lfls w5eo apt0 6fh9 f0a3 6fhd 252v f078 6fbs yakg 4abo h5cw lfls lfok lfj4 4ae8 h57g lflw 4abg h61u ' +
    '32z 6bk3 uo rq eyhk xa pc rj 22rs 1 ui rz j8tb xd gt 23ru 1mf 23j9 2ec j81p 4abi uo xf 23dn 133 ctvo 255p ' +
    '255w uf 24bb f04g ul 49gw 255x f04b 4abn 255r 2560 255j apsv 255v 4abj f04e 6fhi f04g 6fhb 4abf aptc 1 16v7j ' +
    '1 1 lflq 1 1 lflr lflr lfls lfls 1 1',
  A2: 'cj79n 8l83 eyk2 256c h62a 1bs go2tt',
  A3: 'ewwuc 3b ktqid 79y6o',
  A4:
    '609yj 16v8l 4rgt6 lfm9 16wr5 16tno vi9t bcy1 lfm7 lfl0 ksgc 1satr 16v80 lfl6 lflx 16v7z lflc 2dqeu 3l8s3 h5az ' +
    '4abm lfl3 rv3s rv2s 7xnk 16v1h 17ida lflb 3kln0 lflo lflx 16v74 2z61j lflc rv3j 10fq4',
  A5: '19il74',
  A6: 'vpbyo',
  A7: 'cpnhs frxup',
  A8: '779sl',
  A9: '103yny',
  B1: 'fg75d 3l',
  B2: 'w6ij0 1b49u',
  B3: '13cjzk',
  B5: 'm246z',
  B6: '1bntvm',
  B7: 'trwi4',
  B8: '5zemo k',
  C0: '7rq8y lfxg lfta 16vne 11ic3a 1e 2s lf9a lg7g 2dria',
  C1: 'trwd1',
  C2: 'crqxc',
  C3: 'bxbk0',
  C5: 'bxqog lfls 16v7k',
  C6: '5zemt',
  C7: '199i1c',
  C8: 'cy6eo',
  C9: 'z9z66',
  D0: '1f8gx4',
  D1: '5zemu',
  D2: '15qxbo',
  D4: '5zemv',
  D5: 'cbgw4',
  D6: 'd6sdu',
  D7: 'xy5as',
  D8: 'g34rk 1 2 1 m4',
  D9: 'tu94v',
  E0: 'bz900',
  E1: 'tuhbs',
  E2: '5zemw',
  E3: 'z5ncl',
  E4: 'qtksx',
};
