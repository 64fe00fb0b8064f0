// Written by `npm run train-risk` (seed 20261120); how good it is, docs/risk-model.md says. Edits here are lost.
// By fact and class: how much it adds for default and for fraud, in thousandths of a logarithm of the odds.
import { withExperts } from './expert-weights.ts';

// biome-ignore format: a table reads by its rows
export const builtInScorecard = withExperts({
  name: 'synthetic-c22adbad',
  base: { default: -3642, fraud: -6949 },
  weights: {
    'category': {
      'Company': [126, -966],
    },
    'age': {
      'unknown': [-74, 680],
      'up to 21': [610, 28],
      '22 to 25': [422, 117],
      '26 to 35': [184, 473],
      '51 to 65': [-301, -77],
      '66 and more': [-189, 156],
    },
    'customer': {
      'known under 30 days': [300, -832],
      'known under 180 days': [246, -973],
      'known longer': [71, 888],
    },
    'paid on time': {
      'once or twice': [-211, -579],
      '3 to 5 times': [-501, -547],
      '6 times and more': [-856, -1789],
    },
    'paid late': {
      'once': [428, -1343],
      'twice and more': [828, -868],
    },
    'dunned': {
      'once': [135, -875],
      'twice and more': [342, -471],
    },
    'open exposure': {
      'up to a quarter of the limit': [114, -1744],
      'up to half of the limit': [519, -407],
      'more than half of the limit': [896, -11],
    },
    'basket against the usual': {
      'as usual': [-240, -1492],
      'up to three times': [-98, -159],
      'more than three times': [955, 734],
    },
    'basket against the limit': {
      'up to a third': [258, 747],
      'up to two thirds': [599, 1689],
      'more': [998, 1652],
    },
    'pace of person': {
      'some this week': [404, -849],
      'many today': [81, -229],
      'burst this hour': [-249, 498],
    },
    'pace of email': {
      'some this week': [71, -219],
      'many today': [269, 233],
      'burst this hour': [-296, 1049],
    },
    'pace of phone': {
      'some this week': [-74, 600],
      'many today': [200, 494],
      'burst this hour': [-96, 1145],
    },
    'pace of ip': {
      'some this week': [-104, -684],
      'many today': [60, 825],
      'burst this hour': [-134, 1074],
    },
    'pace of address': {
      'some this week': [79, -49],
      'many today': [-55, 693],
      'burst this hour': [-150, 333],
    },
    'delivery': {
      'other': [34, 1721],
      'parcelStation': [-128, 1128],
    },
    'speed of delivery': {
      'express': [-119, 1061],
    },
    'digital goods': {
      'a part': [77, 885],
      'half and more': [138, 942],
    },
    'gift cards': {
      'a part': [-288, 624],
      'a quarter and more': [409, 1652],
    },
    'e-mail': {
      'free': [75, 496],
      'disposable': [763, 2586],
    },
    'name in e-mail': {
      'no': [-70, 1260],
    },
    'hour': {
      'by night': [268, 1016],
    },
    'lists': {
      'on the positive list': [-259, -591],
      'like one on the negative list': [900, 1448],
      'on the negative list': [857, 2366],
    },
    'bureau': {
      'silent': [20, 816],
      'limited': [769, -1062],
    },
    'likeness': {
      'like another customer': [-60, 1178],
      'like several customers': [369, 1572],
    },
  },
});

/** The first that looks at nothing which the law keeps out is the one that holds (scorecards.ts). */
// biome-ignore format: a table reads by its rows
export const builtInScorecards = [builtInScorecard, withExperts({
  name: 'synthetic-2925995f',
  base: { default: -3628, fraud: -6168 },
  weights: {
    'category': {
      'Company': [130, -1393],
    },
    'customer': {
      'known under 30 days': [300, -856],
      'known under 180 days': [244, -904],
      'known longer': [67, 987],
    },
    'paid on time': {
      'once or twice': [-211, -689],
      '3 to 5 times': [-513, -694],
      '6 times and more': [-878, -1950],
    },
    'paid late': {
      'once': [452, -1478],
      'twice and more': [886, -912],
    },
    'dunned': {
      'once': [125, -911],
      'twice and more': [331, -472],
    },
    'open exposure': {
      'up to a quarter of the limit': [118, -1786],
      'up to half of the limit': [525, -415],
      'more than half of the limit': [896, -19],
    },
    'basket against the usual': {
      'as usual': [-246, -1475],
      'up to three times': [-97, -127],
      'more than three times': [954, 828],
    },
    'basket against the limit': {
      'up to a third': [256, 845],
      'up to two thirds': [588, 1741],
      'more': [1001, 1883],
    },
    'pace of person': {
      'some this week': [414, -953],
      'many today': [93, -385],
      'burst this hour': [-263, 414],
    },
    'pace of email': {
      'some this week': [96, -178],
      'many today': [284, 304],
      'burst this hour': [-304, 1161],
    },
    'pace of phone': {
      'some this week': [-76, 513],
      'many today': [198, 477],
      'burst this hour': [-109, 1298],
    },
    'pace of ip': {
      'some this week': [-110, -824],
      'many today': [49, 880],
      'burst this hour': [-84, 1440],
    },
    'pace of address': {
      'some this week': [0, 95],
      'many today': [0, 821],
      'burst this hour': [0, 378],
    },
    'delivery': {
      'other': [0, 1845],
      'parcelStation': [0, 1263],
    },
    'speed of delivery': {
      'express': [-118, 1148],
    },
    'digital goods': {
      'a part': [86, 946],
      'half and more': [130, 946],
    },
    'gift cards': {
      'a part': [-285, 658],
      'a quarter and more': [406, 1731],
    },
    'e-mail': {
      'free': [71, 505],
      'disposable': [752, 2818],
    },
    'hour': {
      'by night': [264, 1068],
    },
    'bureau': {
      'silent': [22, 816],
      'limited': [816, -1102],
    },
  },
}, { default: ['age', 'pace of address', 'delivery', 'name in e-mail', 'lists', 'likeness', 'population register', 'address register', 'address'], fraud: ['age', 'name in e-mail', 'lists', 'likeness', 'population register'] })];
